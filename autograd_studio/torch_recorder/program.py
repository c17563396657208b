"""Running a program on real PyTorch, and recording a block of one: `run` and `recording`."""

from __future__ import annotations

import builtins
import gc
import inspect
import io
import linecache
import sys
import types
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from typing import Any, TextIO

import torch
from torch.nn.modules import module as modules

from autograd_engine.run import loops, names
from autograd_engine.run.options import Nudge, Prompt
from autograd_engine.run.program import Result, described
from autograd_engine.run.prompt import NOT_REACHED, Answer, Answered
from autograd_engine.trace.schema import Trace, TraceLimits

from ..catalogue import say
from . import functions, loaders, optimizers, shared
from .calls import Calls
from .nudge import Nudged
from .passes import Passes
from .placing import is_programs, warnings_placed
from .prompt import Asked
from .recorder import TorchRecorder
from .selection import Selection
from .values import looking

# What the changes to a program call, once it is not watched any more.
_UNWATCHED = {
    names.BIND: lambda name, value, attribute=None: value,
    names.BUILTIN: lambda method: method,
    loops.LOOP: lambda loop: True,
    names.ENDED: lambda: None,
}


def run(
    source: str,
    *,
    filename: str = "<program>",
    stdout: TextIO | None = None,
    stderr: TextIO | None = None,
    trace_limits: TraceLimits | None = None,
    namespace: dict[str, Any] | None = None,
    progress: Callable[[int, int], None] | None = None,
    nudge: Nudge | None = None,
    prompt: Prompt | None = None,
) -> Result:
    """Run a program on PyTorch as it is installed, and return how it ended, with its Trace.

    The parameters and the result are those of `autograd_engine.run.program.run`. With `namespace`, it
    runs with these variables instead of as a script, and what it defines goes on to work there. `progress` is called at
    each step with the numbers of training steps and of operations.
    """
    result, recorder = Result(), TorchRecorder(source, filename, trace_limits, progress=progress, nudged=Nudged(nudge))
    asked = None if prompt is None else Asked(prompt, recorder)
    if asked is not None:
        recorder.progress = lambda *_: asked.look()
    out, err = _Printed(stdout or io.StringIO(), recorder), stderr or io.StringIO()
    linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
    try:
        with redirect_stdout(out), redirect_stderr(err), _naming(recorder, asked), _watching(recorder):
            if namespace is None:
                _execute(source, filename, recorder, asked)
            else:
                recorder.name_all(namespace)
                exec(_compiled(source, filename, recorder), namespace)
    except Answered:
        pass
    except SystemExit as exit_:
        result.exit_status = exit_.code if isinstance(exit_.code, int) else int(exit_.code is not None)
    except BaseException as error:
        result.exit_status = 130 if isinstance(error, KeyboardInterrupt) else 1
        result.error = described(error, filename, is_programs)
        err.write(result.error["traceback"])
        recorder.failed(result.error)
    if namespace is not None:
        vars(builtins).update(_UNWATCHED)
    recorder.contents.settle(recorder.trace)
    if asked is not None:
        result.answer = asked.answer or Answer(NOT_REACHED, is_error=True)
    else:
        result.trace = recorder.trace
    return result


@contextmanager
def recording(
    frame: types.FrameType, selection: Selection
) -> Iterator[tuple[Trace, Callable[[torch.Tensor], int | None]]]:
    """Record what runs inside the block; `frame` is the program's, whose variables give the names.

    Yields the Trace, and what leads from a tensor to its present state in it.
    """
    filename = frame.f_code.co_filename
    source = "".join(linecache.getlines(filename)) or inspect.getsource(frame)
    recorder = TorchRecorder(source, filename, selection=selection)

    recorder.name_all({**frame.f_globals, **frame.f_locals})
    try:
        with _watching(recorder):
            yield recorder.trace, recorder.entry
        selection.check()
    except (Exception, KeyboardInterrupt) as error:
        recorder.failed(described(error, filename, is_programs))
        raise
    finally:
        recorder.name_all({**frame.f_globals, **frame.f_locals})
        recorder.name_states()
        recorder.contents.settle(recorder.trace)


@contextmanager
def _watching(recorder: TorchRecorder) -> Iterator[None]:
    calls = Calls(recorder)
    with ExitStack() as stack:
        for handle in (
            recorder.parameters.watch(),
            modules.register_module_forward_pre_hook(lambda module, _: _enter(recorder, module)),
            modules.register_module_forward_hook(lambda *_: _leave(recorder), always_call=True),
        ):
            stack.callback(handle.remove)
        stack.enter_context(frozen())
        stack.enter_context(warnings_placed())
        stack.enter_context(_eager())
        stack.enter_context(functions.watched(recorder, calls))
        stack.enter_context(optimizers.watched(recorder, calls))
        stack.enter_context(loaders.watched(recorder, calls))
        stack.enter_context(shared.watched(recorder.borrowed))
        stack.enter_context(Passes(recorder, calls).watched())
        stack.enter_context(calls)
        yield


def _enter(recorder: TorchRecorder, module: torch.nn.Module) -> None:
    recorder.scopes.call_module(module, recorder.frame())
    recorder.selection.enter(module)


def _leave(recorder: TorchRecorder) -> None:
    recorder.scopes.close()
    recorder.selection.leave()


@contextmanager
def _eager() -> Iterator[None]:
    """Have what is or gets compiled run as the eager function, and say so.

    That takes the compiler, which loads for two seconds: so it is asked for only if it is there, or is about to be. What a
    program exports has to be compiled.
    """
    compile_, export, stances = torch.compile, torch.export.export, ExitStack()

    def compiled(*args: Any, **kwargs: Any) -> Any:
        if sys._getframe(1).f_code.co_filename != torch.__file__:  # as a decorator with arguments calls it again
            warnings.warn(say("record.compiled"), stacklevel=2)
        stances.enter_context(torch.compiler.set_stance("force_eager"))
        if kwargs.get("backend", "inductor") == "inductor":
            kwargs["backend"] = "eager"  # which loads at once
        return compile_(*args, **kwargs)

    def exported(*args: Any, **kwargs: Any) -> Any:
        with torch.compiler.set_stance("default"):
            return export(*args, **kwargs)

    with stances:
        if "torch._dynamo" in sys.modules:
            stances.enter_context(torch.compiler.set_stance("force_eager"))
        torch.compile, torch.export.export = compiled, exported
        try:
            yield
        finally:
            torch.compile, torch.export.export = compile_, export


@contextmanager
def _naming(recorder: TorchRecorder, asked: Asked | None) -> Iterator[None]:
    def bind(name: str, value: Any, attribute: str | None = None) -> Any:
        if attribute is not None:
            value = inspect.getattr_static(value, attribute, None)
        with looking():
            recorder.named(name, value)
        return value

    callbacks = {names.BIND: bind, names.BUILTIN: lambda method: method, loops.LOOP: recorder.scopes.iterate}
    callbacks[names.ENDED] = (asked or recorder).statement_ended
    vars(builtins).update(callbacks)
    try:
        yield
    finally:
        for name in callbacks:
            delattr(builtins, name)


def _compiled(source: str, filename: str, recorder: TorchRecorder, asked: Asked | None = None) -> types.CodeType:
    return names.compiled(source, filename, recorder.scopes.loops, ends="numpy" in source or asked is not None)


def _execute(source: str, filename: str, recorder: TorchRecorder, asked: Asked | None) -> None:
    code = _compiled(source, filename, recorder, asked)
    main = types.ModuleType("__main__")
    main.__file__ = filename
    before = sys.modules["__main__"]
    sys.modules["__main__"] = main
    try:
        exec(code, vars(main))
    except BaseException as error:
        if asked is not None:
            asked.failed(error.__traceback__)
        raise
    finally:
        sys.modules["__main__"] = before


class _Printed(io.TextIOBase):
    """Standard output that the recorder can place between the steps."""

    def __init__(self, target: TextIO, recorder: TorchRecorder) -> None:
        self._target = target
        self._recorder = recorder

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self._recorder.printed(text)
        return self._target.write(text)


@contextmanager
def frozen() -> Iterator[None]:
    """Let garbage be looked for among what is made inside alone.

    A program that has loaded PyTorch has a million objects, and a look at all of them takes as long as many training steps. Who
    has frozen objects already keeps them as they are.
    """
    is_ours = not gc.get_freeze_count()
    if is_ours:
        gc.freeze()
    try:
        yield
    finally:
        if is_ours:
            gc.unfreeze()
