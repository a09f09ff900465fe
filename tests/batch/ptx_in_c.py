"""Translate PTX of a kernel with integers to C, so that the compiled rules run without a GPU.

Each function becomes a function, each register a variable, each label a label. Only instructions of such a kernel are
known; any other raises a KeyError. A GPU stops at an address that is not a multiple of the size of the access: here
such addresses are counted.
"""

import ctypes
import re
import subprocess
from itertools import takewhile

HEAD = """
#include <stdint.h>
#include <string.h>
typedef uint8_t u8, b8; typedef uint16_t u16, b16; typedef uint32_t u32, b32, f32; typedef uint64_t u64, b64;
typedef int8_t s8; typedef int16_t s16; typedef int32_t s32; typedef int64_t s64; typedef _Bool pred;
typedef double f64;
static u32 thread, block, threads;
u64 misaligned = 0;
static void *at(u64 place, u64 size) { misaligned += place % size != 0; return (void *)place; }
static f64 real(u64 bits) { f64 number; memcpy(&number, &bits, 8); return number; }
static f32 narrowed(f64 number) { float found = number; f32 bits; memcpy(&bits, &found, 4); return bits; }
#define LD(type, place) (*(type *)at(place, sizeof(type)))
#define ST(type, place, value) (*(type *)at(place, sizeof(type)) = (type)(value))
"""
LAUNCH = """
void launch(u64 *given, u32 blocks, u32 size) {
  threads = size;
  for (block = 0; block < blocks; block++) for (thread = 0; thread < size; thread++) kernel(given);
}
"""
PLACES = {"%tid.x": "thread", "%ctaid.x": "block", "%ntid.x": "threads"}  # of a thread
SIGNS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
SIGNS |= {"and": "&", "or": "|", "xor": "^", "add": "+", "sub": "-", "rem": "%", "div": "/", "not": "~", "neg": "-"}
SIGNS |= {"min": "<", "max": ">", "shl": "<<", "shr": ">>"}
# By name: {0} is set from {1}, {2}, {3} and {4}; {t} is the type with {n} bits, {f} the type before it.
BITWISE = "{0} = (u{n})((u{n}){1} {sign} (u{n}){2});"
EXACT = "{0} = ({t}){1} {sign} ({t}){2};"
SINGLE = "{0} = (u{n}){sign}(u{n}){1};"
EXTREME = "{0} = ({t}){1} {sign} ({t}){2} ? ({t}){1} : ({t}){2};"
FORMS = {
    **dict.fromkeys(("add", "sub", "and", "or", "xor"), BITWISE),
    **dict.fromkeys(("and.pred", "or.pred", "xor.pred", "add.f64", "sub.f64", "rem", "div"), EXACT),
    **dict.fromkeys(("not", "neg"), SINGLE),
    **dict.fromkeys(("min", "max"), EXTREME),
    **dict.fromkeys(("mov", "cvta"), "{0} = {1};"),
    "not.pred": "{0} = !{1};",
    "cvt": "{0} = ({f})({t}){1};",
    "cvt.f64": "{0} = narrowed({1});",  # single-precision numbers are only moved, as bits
    "selp": "{0} = {3} ? ({t}){1} : ({t}){2};",
    "setp": "{0} = ({t}){1} {sign} ({t}){2};",
    "mul.lo": "{0} = (u{n})((u64){1} * (u64){2});",
    "mul.wide": "{0} = (s64)({t}){1} * (s64)({t}){2};",
    "mul.hi": "{0} = (u64)(((__int128)({t}){1} * ({t}){2}) >> 64);",
    "shl": "{0} = (u32){2} >= {n} ? 0 : (u{n})((u{n}){1} << (u32){2});",
    **dict.fromkeys(("shr.u16", "shr.u32", "shr.u64"), "{0} = (u32){2} >= {n} ? 0 : (u{n}){1} >> (u32){2};"),
    "shr": "{0} = ({t}){1} >> ((u32){2} >= {n} ? {n} - 1 : (u32){2});",  # the sign is extended
    "bfi": "u64 field = ((1ULL << {4}) - 1) << {3}; {0} = (u{n})(((u64){1} << {3} & field) | ((u64){2} & ~field));",
    "atom.global.min": "{0} = LD({t}, {1}); if (({t}){2} < ({t}){0}) ST({t}, {1}, {2});",
}


class OnProcessor:
    """A kernel compiled from its PTX to machine code by `cc`, in a folder."""

    def __init__(self, ptx, folder):
        source, library = folder / "kernel.c", folder / "kernel.so"
        source.write_text(in_c(ptx))
        options = ["-w", "-O0", "-fwrapv", "-fno-strict-aliasing", "-fPIC", "-shared"]
        subprocess.run(["cc", *options, str(source), "-o", str(library)], check=True)
        self._library = ctypes.CDLL(str(library))

    def launch(self, blocks, threads, numbers, arrays):
        """Launch with arguments as Numba passes them: a number unchanged, an array with its sizes and strides."""
        words = [*numbers]
        for array in arrays:
            words += [0, 0, array.size, array.itemsize, array.ctypes.data, *array.shape, *array.strides]
        self._library.launch((ctypes.c_uint64 * len(words))(*words), blocks, threads)

    @property
    def misaligned(self):
        """Return the number of accesses at which a GPU would have stopped."""
        return ctypes.c_uint64.in_dll(self._library, "misaligned").value


def in_c(ptx):
    """Translate the whole module; `launch(parameters, blocks, threads)` runs its kernel, one thread after another."""
    text = re.sub(r"//.*", "", ptx)
    constants = re.findall(r"^\.const \.align (\d+) \.b8 (\S+)(\[\d+\] = \{.*?\});", text, re.M | re.S)
    lines = [f"static const u8 __attribute__((aligned({by}))) {plain(name)}{rest};" for by, name, rest in constants]
    found = list(functions(text))
    lines += [f"u32 {name}(u64 *given);" for name, _, _ in found]
    lines += [line for function in found for line in function_in_c(*function)]
    return "\n".join([HEAD, *lines, LAUNCH])


def functions(text):
    """Yield name, parameters and body of each function."""
    heads = r"\.(func|entry)\s+(?:\([^)]*\)\s*)?([\w$]+)\s*\(([^)]*)\)\s*\{"
    for head in re.finditer(heads, text):
        parameters = [line.split()[-1] for line in head[3].split(",") if line.strip()]
        body = "\n".join(takewhile(lambda line: line != "}", text[head.end() :].split("\n")))
        yield "kernel" if head[1] == "entry" else plain(head[2]), parameters, body


def function_in_c(name, parameters, body):
    yield f"u32 {name}(u64 *given) {{ u32 returned = 0;"
    places = {parameter: f"given[{number}]" for number, parameter in enumerate(parameters)}
    body = re.sub(r"(\$\w+:|[{}](?=\s))", r"\1;", body)  # labels and blocks are statements, too
    for statement in (" ".join(part.split()) for part in body.split(";")):
        if statement:
            yield statement_in_c(statement, places)
    yield "return returned; }"


def statement_in_c(statement, places):
    word, _, rest = statement.partition(" ")
    if word in "{}":
        return word
    if word.endswith(":"):
        return f"{plain(word[:-1])}: ;"
    if word.startswith("."):
        return declaration(word, rest)
    if word.startswith("@"):
        return f"if ({'!' * word.startswith('@!')}{operand(word.lstrip('@!'))}) {statement_in_c(rest, places)}"
    if word in ("bra", "bra.uni"):
        return f"goto {plain(rest)};"
    if word == "ret":
        return "return returned;"
    if word == "call.uni":
        result, function, given = re.fullmatch(r"\((\w+)\), ([\w$]+), \((.*)\)", rest).groups()
        return f"{{ u64 passed[] = {{{given}}}; {result} = {plain(function)}(passed); }}"
    operands = re.findall(r"\[[^]]*\]|\{[^}]*\}|[^\s,]+", rest)
    return f"{{ {instruction(word.split('.'), operands, places)} }}"


def declaration(word, rest):
    if word == ".reg":
        kind, name, count = re.fullmatch(r"\.(\w+) %?(\w+?)(?:<(\d+)>)?", rest).groups()
        names = [f"r_{name}{number}" for number in range(int(count))] if count else [f"r_{name}"]
        return f"{kind} {', '.join(names)};"
    if word == ".local":
        by, name, size = re.fullmatch(r"\.align (\d+) \.b8 (\w+)\[(\d+)\]", rest).groups()
        return f"u8 {name}[{size}] __attribute__((aligned({by}))); memset({name}, 0xA5, {size});"
    return {".param": f"u64 {rest.split()[-1]} = 0;", ".pragma": ""}[word]


def instruction(words, operands, places):
    if words[0] in ("ld", "st"):
        return transfer(words, operands, places)
    kind = words[-1]
    names = (".".join(words), ".".join(words[:-1]), f"{words[0]}.{kind}", words[0])
    form = FORMS[next((name for name in names if name in FORMS), names[0])]
    sign = SIGNS.get(words[1] if words[0] == "setp" else words[0], "")
    return form.format(*map(operand, operands), t=kind, n=kind[1:], f=words[-2], sign=sign)


def transfer(words, operands, places):
    """Translate a move between a register and memory, or a parameter or result of a function."""
    kind, load = words[-1], words[0] == "ld"
    register, place = operands if load else reversed(operands)
    base, _, offset = place.strip("[]").partition("+")
    if words[1] == "param":
        variable = places.get(base, "returned" if base.startswith("func_retval") else base)
        return f"{operand(register)} = ({kind}){variable};" if load else f"{variable} = ({kind}){operand(register)};"
    if load:
        return f"{operand(register)} = LD({kind}, {operand(base)} + {offset or 0});"
    values = register.strip("{}").split(",")
    at = [f"{operand(base)} + {offset or 0} + {number} * sizeof({kind})" for number in range(len(values))]
    return " ".join(f"ST({kind}, {place}, {operand(value.strip())});" for place, value in zip(at, values, strict=True))


def operand(word):
    """Translate a register, a number, or the address of a name."""
    if word in PLACES:
        return PLACES[word]
    if word.startswith("["):
        return operand(word.strip("[]"))
    if word.startswith("%"):
        return f"r_{word[1:]}"
    if re.fullmatch(r"-?\d+", word):
        return f"({int(word) % 2**64}ULL)"
    if word.startswith("0d"):
        return f"real(0x{word[2:]}ULL)"
    if word.startswith("0f"):
        return f"0x{word[2:]}u"
    return f"((u64)&{plain(word)})"


def plain(name):
    return re.sub(r"\W", "_", name)
