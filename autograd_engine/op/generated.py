"""Functions that are written as source and compiled when they are first called.

The engine defines more than a thousand of them and a program calls some dozen, so that writing all of them at import
would take ten times as long as importing NumPy.
"""

import functools
from collections.abc import Callable
from types import CodeType, FunctionType
from typing import Any

Text = tuple[str, dict[str, Any]]  # source that defines one function, and the names that it uses


@functools.cache
def compiled(text: str) -> CodeType:
    """Compile a generated text once: operators of the same form have the same."""
    return compile(text, "<generated>", "exec")


def generated(name: str, write: Callable[[], Text]) -> FunctionType:
    """Return the function `name` that the text of `write()` defines.

    It is the same object before and after its first call, which gives it the code of the text: whoever holds it calls the
    compiled function from then on.
    """
    namespace: dict[str, Any] = {}

    def written() -> FunctionType:
        if function.__code__ is _UNWRITTEN:
            text, names = write()
            namespace.update(names)
            scope: dict[str, FunctionType] = {}  # of this call: another thread may be in here, too
            exec(compiled(text), namespace, scope)
            real = scope[name]
            function.__defaults__, function.__kwdefaults__ = real.__defaults__, real.__kwdefaults__
            function.__code__ = real.__code__  # last: another thread may be calling it
        return function

    namespace["written"] = written
    function = FunctionType(_UNWRITTEN, namespace, name)
    return function


def complete(function: Callable) -> None:
    """Give a function of `generated` its code, if it was not called yet; leave any other as it is."""
    if getattr(function, "__code__", None) is _UNWRITTEN:
        function.__globals__["written"]()


def _unwritten(*args: Any, **named: Any) -> Any:
    return written()(*args, **named)  # noqa: F821  (a global of the function that has this code)


_UNWRITTEN = _unwritten.__code__
