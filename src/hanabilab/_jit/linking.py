"""Kernels as other kernels call them: code to be linked in, never made native on its own.

Numba prepares each function that a kernel calls to be called from Python: it optimizes the function
by itself, adds a wrapper for Python and one for C, makes it native, and keeps it on disk. The
caller uses only the code that it links in, and optimizes it again. Here a function that a kernel
calls is that code alone. Only kernels that Python calls are optimized and made native, each once,
with all they link. It more than halves the time of compilation.

A kernel that both Python and kernels call is compiled for each. For kernels it is never compiled
for a single constant: that makes a fifth fewer functions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core import compiler, sigutils
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import _FunctionCompiler  # type: ignore[attr-defined]  # untyped
from numba.core.registry import CPUDispatcher

from hanabilab._jit.compiling import compiling


class _LinkedLibrary(JITCodeLibrary):  # type: ignore[misc]  # Numba is untyped
    """Code of a function and of what it calls, as it was lowered."""

    def finalize(self) -> None:
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalize_dynamic_globals()
        self._finalized = True


#: Passes of Numba for what no kernel has: `with`, `literally`, `literal_unroll`, exceptions that
#: carry values, functions that are inlined as Python, expressions of arrays, parallel loops.
_NEEDLESS = (
    "WithLifting",
    "FindLiterallyCalls",
    "LiteralUnroll",
    "RewriteDynamicRaises",
    "InlineInlinables",
    "NopythonRewrites",
    "DumpParforDiagnostics",
    "NoPythonSupportedFeatureValidation",
)


class _LinkedPipeline(compiler.Compiler):  # type: ignore[misc]  # Numba is untyped
    """Numba's passes but those that no kernel needs, into a library that is only linked."""

    def define_pipelines(self) -> Any:
        managers = super().define_pipelines()
        for manager in managers:
            manager.passes = [each for each in manager.passes if each[0].__name__ not in _NEEDLESS]
        return managers

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        self.state.library = _LinkedLibrary(self.state.targetctx.codegen(), func.__qualname__)
        return super().compile_extra(func)


class _Flags(compiler.Flags):  # type: ignore[misc]  # Numba is untyped
    """Options of a compilation that are compared by those that are set.

    Numba compares them at every call that it types, by a table of all that there are.
    """

    def __hash__(self) -> int:
        return len(self._values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Flags) and self._values == other._values


class _LinkedCompiler(_FunctionCompiler):  # type: ignore[misc]  # Numba is untyped
    def _customize_flags(self, flags: Any) -> Any:
        flags = _Flags(flags)
        flags.no_cpython_wrapper = flags.no_cfunc_wrapper = flags.no_compile = True
        return flags


class _Linked(CPUDispatcher):  # type: ignore[misc]  # Numba is untyped
    """The overloads of a function for kernels that call it."""

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        super().__init__(function, targetoptions=options, pipeline_class=_LinkedPipeline)
        self._compiler = _LinkedCompiler(
            function, self.targetdescr, options, {}, pipeline_class=_LinkedPipeline
        )

    def compile(self, sig: Any) -> Any:
        """Compile for the types of `sig`; what stands for the code among Numba's functions."""
        with global_compiler_lock, self._compiling_counter:
            kinds, return_type = sigutils.normalize_signature(sig)
            if (known := self.overloads.get(tuple(kinds))) is not None:
                return known.entry_point
            result = self._compiler.compile(kinds, return_type)
            result = result._replace(entry_point=object())
            self.targetctx.insert_user_function(result.entry_point, result.fndesc, [result.library])
            self.overloads[tuple(kinds)] = result
            return result.entry_point


class Kernel(CPUDispatcher):  # type: ignore[misc]  # Numba is untyped
    """A function compiled for Python's calls; `linked` is for the calls of kernels."""

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        super().__init__(function, targetoptions=options)
        self.linked = _Linked(function, options)

    def compile(self, sig: Any) -> Any:
        """Compile for the types of `sig`; what Python calls."""
        with compiling(lambda: self._cache.cache_path):
            entry = super().compile(sig)
        for result in self.overloads.values():
            set_environments(result)
        return entry

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Numba's question how a kernel calls this one: `linked` answers it."""
        named = {name: _of_any_value(kind) for name, kind in kws.items()}
        return self.linked.get_call_template(tuple(map(_of_any_value, args)), named)

    def get_overload(self, sig: Any) -> Any:
        """Numba's question for the code that a kernel calls, by signature: that of `linked`."""
        return self.linked.get_overload(sig)

    @property
    def is_compiling(self) -> bool:
        """Whether this kernel is being compiled, for Python's calls or for those of kernels."""
        return bool(super().is_compiling or self.linked.is_compiling)


def _of_any_value(kind: Any) -> Any:
    """The type of an argument, not that of the very constant that is given."""
    return getattr(kind, "literal_type", kind)


def set_environments(result: Any) -> None:
    """Give native code the constants of all that it links; Numba gives it only its own."""
    for name in result._find_referenced_environments():
        result.codegen.set_env(name.env_name, name)
