"""The functions of `bits` over planes as vector instructions.

A plane is handled in vectors of 32 bytes. The last one ends where the plane ends and overlaps the one before it, so
some numbers are computed twice.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic, models, register_model

from wd_env.compiler.pointer_types import element_pointer
from wd_env.kernels.bits import FLAGS_PER_WORD, MAX_BYTE, WEIGHT_BITS

BYTES = ir.VectorType(ir.IntType(8), FLAGS_PER_WORD)
WIDE = ir.VectorType(ir.IntType(16), FLAGS_PER_WORD)
FLAGS = ir.VectorType(ir.IntType(1), FLAGS_PER_WORD)
INDEX = cgutils.intp_t
VECTORS_AT_ONCE = 4  # of a long plane, so that the loop over planes costs little
INT64 = ir.IntType(64)


class _Vector(types.Type):
    """A vector of a plane, as Numba needs to know it for pointers."""

    def __init__(self) -> None:
        super().__init__("vector of a plane")


@register_model(_Vector)
class _VectorModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, dmm: Any, fe_type: _Vector) -> None:
        super().__init__(dmm, fe_type, BYTES)


_VECTOR = _Vector()


@intrinsic
def sum_planes(typing: Any, row: Any, start: Any, source: Any, first: Any, stride: Any, planes: Any, count: Any) -> Any:
    """Compile `bits.sum_planes`."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        target, at, values, first_index, step, chosen, length = args
        rest = cgutils.alloca_once(builder, INT64)
        totals = [cgutils.alloca_once(builder, BYTES) for _ in range(VECTORS_AT_ONCE)]

        def write(vector: Any, vectors: int = 1) -> None:
            builder.store(chosen, rest)
            for total in totals[:vectors]:
                builder.store(ir.Constant(BYTES, None), total)
            with _while_nonzero(builder, rest) as bits:
                plane = builder.cttz(bits, cgutils.true_bit)
                builder.store(builder.and_(bits, builder.sub(bits, ir.Constant(INT64, 1))), rest)
                index = builder.add(builder.add(first_index, vector), builder.mul(plane, step))
                for number, total in enumerate(totals[:vectors]):
                    added = _read_capped(context, builder, sig.args[2], values, _vector_after(builder, index, number))
                    builder.store(_add_capped(builder, builder.load(total, typ=BYTES), added), total)
            for number, total in enumerate(totals[:vectors]):
                index = _vector_after(builder, builder.add(at, vector), number)
                _write(context, builder, sig.args[0], target, index, builder.load(total, typ=BYTES))

        write_vectors = partial(write, vectors=VECTORS_AT_ONCE)
        done = _for_vectors(builder, ir.Constant(INDEX, 0), length, write_vectors, VECTORS_AT_ONCE)
        _for_each_vector(builder, done, length, write)
        return context.get_dummy_value()

    return types.none(row, types.intp, source, types.intp, types.intp, types.int64, types.intp), generate


@intrinsic(prefer_literal=True)
def sum_weighted_planes(
    typing: Any, row: Any, start: Any, first: Any, stride: Any, weights: Any, groups: Any, count: Any
) -> Any:
    """Compile `bits.sum_weighted_planes`, for constant weights and groups."""
    digits = []
    number = weights.literal_value
    while number > 0:
        digits.append(number & ((1 << WEIGHT_BITS) - 1))
        number >>= WEIGHT_BITS
    offsets = [
        (group * len(digits) + plane, weight)
        for group in range(groups.literal_value.bit_length())
        if groups.literal_value >> group & 1
        for plane, weight in enumerate(digits)
    ]

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        target, at, first_index, step, _, _, length = args

        def write(vector: Any) -> None:
            total = ir.Constant(BYTES, None)
            for plane, weight in offsets:
                index = builder.add(builder.add(first_index, vector), builder.mul(step, ir.Constant(INDEX, plane)))
                value = _read(context, builder, sig.args[0], target, index)
                for _ in range(weight):
                    total = _add_capped(builder, total, value)
            _write(context, builder, sig.args[0], target, builder.add(at, vector), total)

        _for_each_vector(builder, ir.Constant(INDEX, 0), length, write)
        return context.get_dummy_value()

    return types.none(row, types.intp, types.intp, types.intp, weights, groups, types.intp), generate


@intrinsic
def mark_equal(typing: Any, row: Any, start: Any, source: Any, first: Any, number: Any, count: Any) -> Any:
    """Compile `bits.mark_equal`."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        target, at, values, first_index, expected, length = args
        expected = _splat(builder, expected)

        def write(vector: Any) -> None:
            value = _read(context, builder, sig.args[2], values, builder.add(first_index, vector))
            marks = builder.zext(builder.icmp_unsigned("==", value, expected), BYTES)
            _write(context, builder, sig.args[0], target, builder.add(at, vector), marks)

        _for_each_vector(builder, ir.Constant(INDEX, 0), length, write)
        return context.get_dummy_value()

    return types.none(row, types.intp, source, types.intp, types.int64, types.intp), generate


@intrinsic
def add_to_flagged(typing: Any, row: Any, start: Any, flags: Any, number: Any) -> Any:
    """Compile `bits.add_to_flagged`."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        target, at, word, added = args
        chosen = builder.bitcast(builder.trunc(word, ir.IntType(FLAGS_PER_WORD)), FLAGS)
        added = builder.select(chosen, _splat(builder, added), ir.Constant(BYTES, None))
        total = _add_capped(builder, _read(context, builder, sig.args[0], target, at), added)
        _write(context, builder, sig.args[0], target, at, total)
        return context.get_dummy_value()

    return types.none(row, types.intp, types.int64, types.int64), generate


def _for_each_vector(builder: Any, first: Any, count: Any, work: Callable[[Any], None]) -> None:
    """Generate `work` for each vector of a plane from `first`; the last one ends where the plane ends."""
    _for_vectors(builder, first, count, work, 1)
    rest = builder.and_(count, ir.Constant(INDEX, FLAGS_PER_WORD - 1))
    with builder.if_then(builder.icmp_unsigned("!=", rest, ir.Constant(INDEX, 0))):
        work(builder.sub(count, ir.Constant(INDEX, FLAGS_PER_WORD)))


def _for_vectors(builder: Any, first: Any, count: Any, work: Callable[[Any], None], vectors: int) -> Any:
    """Generate `work` for groups of `vectors` vectors; return the index of the first remaining number."""
    size = ir.Constant(INDEX, vectors * FLAGS_PER_WORD)
    remaining = builder.sub(count, first)
    end = builder.add(first, builder.sub(remaining, builder.urem(remaining, size)))
    with cgutils.for_range_slice(builder, first, end, size, INDEX) as (vector, _):
        work(vector)
    return end


def _vector_after(builder: Any, index: Any, number: int) -> Any:
    return builder.add(index, ir.Constant(INDEX, number * FLAGS_PER_WORD))


@contextmanager
def _while_nonzero(builder: Any, variable: Any) -> Iterator[Any]:
    """Generate a loop that runs while a word is not 0, and yield that word."""
    check, body, end = (builder.append_basic_block(name) for name in ("planes.check", "planes.body", "planes.end"))
    builder.branch(check)
    builder.position_at_end(check)
    word = builder.load(variable, typ=INT64)
    builder.cbranch(builder.icmp_unsigned("!=", word, ir.Constant(INT64, 0)), body, end)
    builder.position_at_end(body)
    yield word
    builder.branch(check)
    builder.position_at_end(end)


def _pointer(context: Any, builder: Any, kind: Any, row: Any, index: Any) -> Any:
    """Return the pointer to the first number of a vector."""
    element_pointer(context, builder, kind, row, builder.add(index, ir.Constant(INDEX, FLAGS_PER_WORD - 1)))
    return element_pointer(context, builder, kind, row, index)


def _read(context: Any, builder: Any, kind: Any, row: Any, index: Any) -> Any:
    """Return a vector of a row of bytes."""
    return builder.load(_pointer(context, builder, kind, row, index), align=1, typ=BYTES)


def _read_capped(context: Any, builder: Any, kind: Any, row: Any, index: Any) -> Any:
    """Return a vector of a row, with 127 for larger numbers."""
    if kind.dtype == types.int8:
        return _read(context, builder, kind, row, index)
    values = builder.load(_pointer(context, builder, kind, row, index), align=1, typ=WIDE)
    # both limits, so that the processor's instruction for them is used
    for name, limit in (("smax", -MAX_BYTE - 1), ("smin", MAX_BYTE)):
        values = _call(
            builder, f"llvm.{name}.v{FLAGS_PER_WORD}i16", values, ir.Constant(WIDE, [limit] * FLAGS_PER_WORD)
        )
    return builder.trunc(values, BYTES)


def _write(context: Any, builder: Any, kind: Any, row: Any, index: Any, values: Any) -> None:
    """Store a vector of a row of bytes."""
    pointer_type = context.get_value_type(types.CPointer(_VECTOR))  # type: ignore[attr-defined]
    pointer = builder.bitcast(_pointer(context, builder, kind, row, index), pointer_type)
    builder.store(values, pointer, align=1)


def _add_capped(builder: Any, values: Any, others: Any) -> Any:
    return _call(builder, f"llvm.sadd.sat.v{FLAGS_PER_WORD}i8", values, others)


def _call(builder: Any, name: str, values: Any, others: Any) -> Any:
    """Generate a call of an LLVM function of two vectors of one type."""
    function_type = ir.FunctionType(values.type, (values.type, values.type))
    return builder.call(cgutils.get_or_insert_function(builder.module, function_type, name), (values, others))


def _splat(builder: Any, number: Any) -> Any:
    """Return a vector of bytes that all have this number."""
    first = builder.insert_element(
        ir.Constant(BYTES, ir.Undefined), builder.trunc(number, BYTES.element), ir.Constant(cgutils.int32_t, 0)
    )
    return builder.shuffle_vector(first, first, ir.Constant(ir.VectorType(cgutils.int32_t, FLAGS_PER_WORD), None))
