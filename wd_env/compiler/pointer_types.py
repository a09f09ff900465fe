"""Numba types with which compiled rules take states and arrays: plain pointers.

Numba passes an array to a rule as seven values, allows negative indices, and cannot know that two arrays never overlap.
Rules do not need that: a state is a pointer to its record, an array is a pointer to its first element and a length, and
indices are never negative. If bounds are checked, both ends are.

LLVM's pointers have no element type, so every access here states it; the pointer types are those of Numba.
"""

import operator
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_getattr, infer_global, signature
from numba.extending import (
    intrinsic,
    lower_builtin,
    lower_cast,
    lower_getattr_generic,
    lower_setattr_generic,
    models,
    register_model,
)

from wd_env.kernels.bits import FLAGS_PER_WORD


class ArrayPointer(types.Type):
    """An array: a pointer to the first element, and the length."""

    def __init__(self, dtype: Any, checked: bool) -> None:
        self.dtype = dtype
        self.is_checked = checked
        super().__init__(f"ArrayPointer({dtype},{checked})")


class RecordPointer(types.Type):
    """A pointer to a record of scalars and flat arrays."""

    def __init__(self, record: types.Record, checked: bool) -> None:
        self.record = record
        self.is_checked = checked
        super().__init__(f"RecordPointer({record},{checked})")

    @property
    def mangling_args(self) -> tuple[str, tuple[Any, ...]]:
        """The name in compiled functions, without the fields."""
        return "RecordPointer", ()

    def type_of(self, name: str) -> Any:
        """Return the type of a field; KeyError if it is not declared."""
        declared: Any = self.record.typeof(name)
        return ArrayPointer(declared.dtype, self.is_checked) if isinstance(declared, types.NestedArray) else declared


def to_pointer_type(argument: Any, checked: bool) -> Any:
    """Return the type with which a rule takes an argument of this type."""
    if isinstance(argument, types.Record):
        return RecordPointer(argument, checked)
    if not isinstance(argument, types.Array) or isinstance(argument.dtype, types.Record):
        return argument
    if argument.ndim == 1 and argument.layout == "C":
        return ArrayPointer(argument.dtype, checked)
    return argument


@register_model(ArrayPointer)
class _FlatArrayModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, dmm: Any, fe_type: ArrayPointer) -> None:
        index = types.CPointer(fe_type.dtype)  # type: ignore[attr-defined]
        super().__init__(dmm, fe_type, [("data", index), ("count", types.intp)])


@register_model(RecordPointer)
class _FieldsModel(models.OpaqueModel):  # type: ignore[misc]
    pass


@lower_cast(types.Array, ArrayPointer)
def _array_to_row(context: Any, builder: Any, fromty: Any, toty: ArrayPointer, value: Any) -> Any:
    array = context.make_array(fromty)(context, builder, value)
    row = cgutils.create_struct_proxy(toty)(context, builder)
    row.data = array.data
    row.count = array.nitems
    return row._getvalue()


@lower_cast(types.Record, RecordPointer)
def _record_to_fields(context: Any, builder: Any, fromty: Any, toty: RecordPointer, value: Any) -> Any:
    return builder.bitcast(value, cgutils.voidptr_t)


@infer_global(len)
class _FlatArrayLen(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        return signature(types.intp, *args) if isinstance(args[0], ArrayPointer) else None


@infer_global(operator.getitem)
class _FlatArrayGet(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        row, index = args
        if isinstance(row, ArrayPointer) and isinstance(index, types.Integer):
            return signature(row.dtype, row, types.intp)
        return None


@infer_global(operator.setitem)
class _FlatArraySet(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        row, index, _ = args
        if isinstance(row, ArrayPointer) and isinstance(index, types.Integer):
            return signature(types.none, row, types.intp, row.dtype)
        return None


@infer_getattr
class _FieldsAttribute(AttributeTemplate):  # type: ignore[misc]
    key = RecordPointer

    def generic_resolve(self, fields: RecordPointer, name: str) -> Any:
        return fields.type_of(name)


@lower_builtin(len, ArrayPointer)
def _row_len(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return cgutils.create_struct_proxy(sig.args[0])(context, builder, args[0]).count


def element_pointer(context: Any, builder: Any, kind: ArrayPointer, value: Any, index: Any) -> Any:
    """Return the pointer to an element."""
    row = cgutils.create_struct_proxy(kind)(context, builder, value)
    if kind.is_checked:
        is_out_of_bounds = builder.icmp_unsigned(">=", index, row.count)  # negative ones become huge
        with builder.if_then(is_out_of_bounds, likely=False):
            context.call_conv.return_user_exc(builder, IndexError, ("outside of a row",))
    return builder.gep(row.data, [index], inbounds=True, source_etype=context.get_data_type(kind.dtype))


@lower_builtin(operator.getitem, ArrayPointer, types.Integer)
def _row_get(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind = sig.args[0]
    return _read(context, builder, kind.dtype, element_pointer(context, builder, kind, *args))


@lower_builtin(operator.setitem, ArrayPointer, types.Integer, types.Any)
def _row_set(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind = sig.args[0]
    _write(context, builder, kind.dtype, args[2], element_pointer(context, builder, kind, args[0], args[1]))
    return context.get_dummy_value()


def _field_pointer(context: Any, builder: Any, fields: RecordPointer, value: Any, name: str, element: Any) -> Any:
    """Return the pointer to a field."""
    offset = ir.Constant(cgutils.intp_t, fields.record.offset(name))
    index = builder.gep(value, [offset], source_etype=cgutils.int8_t)
    pointer = types.CPointer(element)  # type: ignore[attr-defined]
    return builder.bitcast(index, context.get_value_type(pointer))


def _read(context: Any, builder: Any, kind: Any, index: Any) -> Any:
    """Return the value of this type at the pointer."""
    member = builder.load(index, typ=context.get_data_type(kind))
    return context.data_model_manager[kind].from_data(builder, member)


def _write(context: Any, builder: Any, kind: Any, value: Any, index: Any) -> None:
    """Store a value of this type at the pointer."""
    builder.store(context.data_model_manager[kind].as_data(builder, value), index)


@lower_getattr_generic(RecordPointer)
def _field_get(context: Any, builder: Any, fields: RecordPointer, value: Any, name: str) -> Any:
    kind = fields.type_of(name)
    if not isinstance(kind, ArrayPointer):
        return _read(context, builder, kind, _field_pointer(context, builder, fields, value, name, kind))
    row = cgutils.create_struct_proxy(kind)(context, builder)
    row.data = _field_pointer(context, builder, fields, value, name, kind.dtype)
    declared: Any = fields.record.typeof(name)
    row.count = context.get_constant(types.intp, declared.nitems)
    return row._getvalue()


@lower_setattr_generic(RecordPointer)
def _field_set(context: Any, builder: Any, sig: Any, args: Any, name: str) -> Any:
    fields, provided = sig.args
    kind = fields.type_of(name)
    index = _field_pointer(context, builder, fields, args[0], name, kind)
    _write(context, builder, kind, context.cast(builder, args[1], provided, kind), index)
    return context.get_dummy_value()


@intrinsic
def nonzero_word(typing: Any, row: Any, start: Any) -> Any:
    """Compile `bits.nonzero_word` over bytes."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        result = _bytes_of_word(context, builder, row, *args)
        return _as_word(builder, builder.icmp_unsigned("!=", result, ir.Constant(result.type, None)))

    return types.int64(row, types.intp), generate


@intrinsic
def equal_word(typing: Any, row: Any, start: Any, number: Any) -> Any:
    """Compile `bits.equal_word` over bytes."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        result = _bytes_of_word(context, builder, row, *args[:2])
        one = builder.insert_element(ir.Constant(result.type, ir.Undefined), args[2], ir.Constant(cgutils.int32_t, 0))
        first_everywhere = ir.Constant(ir.VectorType(cgutils.int32_t, FLAGS_PER_WORD), None)
        expected = builder.shuffle_vector(one, one, first_everywhere)
        return _as_word(builder, builder.icmp_unsigned("==", result, expected))

    return types.int64(row, types.intp, types.int8), generate


def _bytes_of_word(context: Any, builder: Any, row: Any, value: Any, first: Any) -> Any:
    """Return a vector of as many consecutive bytes as a word has flags."""
    last = builder.add(first, ir.Constant(first.type, FLAGS_PER_WORD - 1))
    element_pointer(context, builder, row, value, last)
    flags = ir.VectorType(ir.IntType(8), FLAGS_PER_WORD)
    return builder.load(element_pointer(context, builder, row, value, first), align=1, typ=flags)


def _as_word(builder: Any, is_set: Any) -> Any:
    """Return the results of a comparison as bits."""
    return builder.zext(builder.bitcast(is_set, ir.IntType(FLAGS_PER_WORD)), ir.IntType(64))


@intrinsic
def count_ones(typing: Any, word: Any) -> Any:
    """Compile `bits.count_ones` to one instruction."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate
