"""Compile the rules to one program: functions are lowered one by one, then linked and optimized as a whole (LLVM).

Numba optimizes every function together with all functions that it calls, again for each caller, and keeps each callable
from Python. With some three hundred rules that took minutes. Here only the compiled kernel calls rules, so they stay
unlinked and unoptimized until it is compiled, and become private to it: LLVM sees every caller of each, inlines and
drops accordingly, and does the work once. This uses internals of Numba, which `check_numba` checks; without them,
`compile_modes` falls back to Numba's documented interface.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numba
from llvmlite.binding import Linkage, parse_assembly
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder

from wd_env.compiler.numba_internals import missing_members
from wd_env.compiler.pointer_types import to_pointer_type

Options = Mapping[str, bool | str]


def make_compilers(
    options: Options, rule_options: Options
) -> tuple[Callable[[Callable[..., Any]], Any], Callable[[Callable[..., Any], bool], Any]]:
    """Return the compiler of rules and the compiler of entry points, both with Numba's `options`."""
    bare = {**options, "_nrt": False}  # nothing is allocated, so references need no counts

    def rule(function: Callable[..., Any]) -> Any:
        created = numba.njit(function, pipeline_class=RuleCompiler, **rule_options, **bare)
        template = created.get_call_template

        def leaned(args: Any, kws: Any) -> Any:
            return template(tuple(to_pointer_type(arg, bool(options["boundscheck"])) for arg in args), kws)

        created.get_call_template = leaned
        return created

    def entry(function: Callable[..., Any], cached: bool) -> Any:
        return numba.njit(function, cache=cached, pipeline_class=EntryCompiler, **bare)

    return rule, entry


def check_numba() -> None:
    """Raise AttributeError if Numba lacks a member that the classes of this file override."""
    removed = missing_members(_UnlinkedFunction, _LinkedProgram, RuleCompiler, EntryCompiler)
    if removed:
        raise AttributeError(f"Numba has no {', '.join(removed)}")


class _UnlinkedFunction(JITCodeLibrary):  # type: ignore[misc]
    """The unlinked code of a function: one rule, which is not run separately."""

    def finalize(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0

    @property
    def codegen(self) -> Any:
        return _NoEnvironment


class _NoEnvironment:
    """A code generator without an environment: unloaded code has no place for the names of Python's globals."""

    @staticmethod
    def set_env(name: str, env: object) -> None: ...


class _LinkedProgram(JITCodeLibrary):  # type: ignore[misc]
    """The linked program: the compiled entry point with every rule that it reaches."""

    def finalize(self) -> None:
        reached: dict[JITCodeLibrary, None] = {}
        results: list[JITCodeLibrary] = list(self._linking_libraries)
        while results:
            library = results.pop()
            if library not in reached:
                reached[library] = None
                results.extend(library._linking_libraries)
        self._linking_libraries: list[JITCodeLibrary] = list(reached)
        super().finalize()

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == Linkage.linkonce_odr:
                function.linkage = Linkage.internal
        passes, builder = self._codegen._module_pass_manager(slp_vectorize=True)
        passes.run(self._final_module, builder)

    def serialize_using_object_code(self) -> tuple[str, str, tuple[bytes, bytes]]:
        """Return the machine code for the cache, with names instead of the source, because kernels are not linked."""
        self._ensure_finalized()
        named = (Linkage.external, Linkage.common)
        functions, variables = (
            [one.name for one in kind if not one.is_declaration and one.linkage in named]
            for kind in (self._final_module.functions, self._final_module.global_variables)
        )
        lines = [f'define void @"{name}"() {{ unreachable }}' for name in functions]
        lines += [f'@"{name}" = global i8 0' for name in variables]
        return self.name, "object", (self._get_compiled_object(), parse_assembly("\n".join(lines)).as_bitcode())


class RuleCompiler(CompilerBase):  # type: ignore[misc]
    """Compiler of rules, whose arguments never overlap in memory."""

    def define_pipelines(self) -> list[Any]:
        self.state.flags.noalias = True
        return _pipelines(_UnlinkedFunction, self.state)


class EntryCompiler(CompilerBase):  # type: ignore[misc]
    """Compiler of entry points, which Python calls."""

    def define_pipelines(self) -> list[Any]:
        return _pipelines(_LinkedProgram, self.state)


def _pipelines(kind: type[JITCodeLibrary], state: Any) -> list[Any]:
    created = kind(state.targetctx.codegen(), state.func_id.func_qualname)
    created.enable_object_caching()
    state["library"] = created
    return [DefaultPassBuilder.define_nopython_pipeline(state)]
