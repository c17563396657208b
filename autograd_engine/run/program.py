"""Running a program: what `python FILE` would do under PyTorch, with its output, its errors and its Trace.

The program says `import torch` and means this engine. It runs in the calling process: untrusted programs belong into
`sandbox`, which calls `run` in a locked child.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import inspect
import io
import linecache
import pkgutil
import sys
import traceback
import types
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr
from contextvars import copy_context
from dataclasses import dataclass, field
from typing import Any, TextIO

from ..base import each_run, numpy_errors
from ..base.garbage import uncollected
from ..graph.observer import observe
from ..graph.tensor import Tensor
from ..kernels.generator import default_generator
from ..op.builtin import as_builtin
from ..op.generated import complete
from ..op.namespaces import OPS
from ..torch import overrides
from ..torch._absent import explain_import
from ..torch._importing import as_torch
from ..trace.schema import Trace, TraceLimits
from ..tracing.recorder import BeginningKept, EngineRecorder
from . import loops, names
from .nudge import Nudged
from .options import Nudge, Prompt
from .prompt import NOT_REACHED, Answer, Answered, Asked


@dataclass
class Result:
    """How a run ended.

    `error` is None or the exception: {"type", "message", "line", "traceback"}. `warnings` are (category, text, line).
    `trace` is the Trace, None if none was asked for; unless it `is_whole`, the program was ended after its beginning
    (TraceLimits). `answer` is what a prompt says.
    """

    exit_status: int = 0
    error: dict[str, Any] | None = None
    warnings: list[tuple[str, str, int]] = field(default_factory=list)
    trace: Trace | None = None
    is_whole: bool = True
    answer: Answer | None = None


# Goes through most of what a short program needs.
_USUAL = """\
import torch
from torch import nn

class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return 2 * x * grad.clone()

torch.manual_seed(0)
x, w = torch.randn(3, 2), torch.tensor([[0.5], [2.0]], requires_grad=True)
layer = nn.Linear(2, 2)
optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
for step in range(2):
    h = torch.relu(layer(x)) @ w
    loss = (Square.apply(h[:, 0] - 1).mean() + w.sum().sin()) / 3
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    with torch.no_grad():
        w -= 0.1 * w.grad
    w.grad = None
    print(step, loss.item(), w)
"""


def preload() -> None:
    """Load the whole engine, read the text of all formulas from its source, write what is generated at a first call, and run
    a program.

    No run opens a file of the engine after that, or waits for what all runs need.
    """
    engine = __package__.partition(".")[0]
    for module in pkgutil.walk_packages(sys.modules[engine].__path__, f"{engine}."):
        if not module.name.endswith(".__main__"):
            importlib.import_module(module.name)
    for op in OPS.values():
        for formula in op.formulas:
            op.formula_text(formula.inputs[0])
        complete(op.call)
        if not op.name.startswith("_"):
            complete(op.function)
    run(_USUAL)


def run(
    source: str, *, filename: str = "<program>", stdout: TextIO | None = None, stderr: TextIO | None = None,
    record: bool = True, trace_limits: TraceLimits | None = None, nudge: Nudge | None = None,
    prompt: Prompt | None = None,
) -> Result:  # fmt: skip
    """Run a program to its end, whatever that is, and return how it ended.

    What it prints goes to `stdout`; warnings and the traceback of an uncaught exception, which shows the program's own
    lines only, to `stderr`. With `record` the result has a Trace, up to and including a failure. With a `prompt` the
    program ends at that step, and the result has its answer instead.
    """
    return copy_context().run(
        _run, source, filename, stdout or io.StringIO(), stderr or io.StringIO(), record, trace_limits, nudge, prompt
    )


def _run(
    source: str, filename: str, stdout: TextIO, stderr: TextIO, record: bool, trace_limits: TraceLimits | None,
    nudge: Nudge | None, prompt: Prompt | None,
) -> Result:  # fmt: skip
    result = Result()
    recorder = EngineRecorder(source, filename, trace_limits) if record else None
    asked = None if prompt is None else Asked(prompt, recorder)
    out = _Tee(stdout, recorder)
    linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
    try:
        with ExitStack() as stack:
            for block in (
                _fresh_process(),
                _streams(out, stderr),
                torch_modules(),
                _warnings_into(result, stderr, filename),
            ):
                stack.enter_context(block)
            if asked is not None:
                stack.enter_context(observe(asked))  # is told after the recorder
            if recorder is not None:
                stack.enter_context(_naming(recorder))
                stack.enter_context(observe(recorder))
            if nudge is not None:
                stack.enter_context(observe(Nudged(nudge)))  # is told before the recorder
            _execute(source, filename, recorder, asked)
    except (Answered, BeginningKept):
        pass
    except SystemExit as exit_:
        result.exit_status = _exit_status(exit_, stderr)
    except BaseException as error:
        result.exit_status = 1
        if isinstance(error, ImportError):
            explain_import(error)
        result.error = described(error, filename)
        stderr.write(result.error["traceback"])
        if recorder is not None:
            involved = _involved(error, filename)
            description = (result.error[key] for key in ("type", "message", "line", "traceback"))
            recorder.failed(*description, involved, error.__traceback__)
    if asked is not None:
        result.answer = asked.answer or Answer(NOT_REACHED, is_error=True)
    elif recorder is not None:
        with uncollected():
            result.trace, result.is_whole = recorder.trace(), recorder.is_whole
    return result


def _execute(source: str, filename: str, recorder: EngineRecorder | None, asked: Asked | None) -> None:
    ended = None
    if recorder is not None and "numpy" in source:  # which writes to tensors without a word
        ended = recorder.statement_ended
    if asked is not None:
        ended = asked.statement_ended
    code = names.compiled(source, filename, None if recorder is None else recorder.scopes.loops, ends=ended is not None)
    main = types.ModuleType("__main__")
    main.__file__ = filename
    main.__builtins__ = builtins
    setattr(builtins, names.BUILTIN, as_builtin)
    if ended is not None:
        setattr(builtins, names.ENDED, ended)
    before = sys.modules.get("__main__")
    sys.modules["__main__"] = main
    if "__torch_function__" in source:  # a class with one need not be a Tensor's, which would be noticed
        overrides.install()
    try:
        exec(code, main.__dict__)
    except BaseException as error:
        if asked is not None:
            asked.failed(error.__traceback__)
        raise
    finally:
        delattr(builtins, names.BUILTIN)
        if before is not None:
            sys.modules["__main__"] = before


# ---- the surroundings of a program


@contextmanager
def _fresh_process() -> Iterator[None]:
    """Make the block find what a new process has: unseen warnings, and random numbers that nobody seeded.

    Modes, options and the default dtype are context variables: `run` gives the program a context of its own.
    """
    each_run.begin()
    try:
        with default_generator.as_new():
            yield
    finally:
        overrides.uninstall()


@contextmanager
def torch_modules() -> Iterator[None]:
    """Make `import torch` and its submodules mean this engine inside the block."""
    with as_torch(), numpy_errors.told_to_programs():
        yield


class _Tee(io.TextIOBase):
    """Standard output that the recorder can place between the steps."""

    def __init__(self, target: TextIO, recorder: EngineRecorder | None) -> None:
        self._target = target
        self._recorder = recorder

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if self._recorder is not None and isinstance(text, str):
            self._recorder.printed(text)
        return self._target.write(text)

    def flush(self) -> None:
        self._target.flush()


@contextmanager
def _streams(out: TextIO, err: TextIO) -> Iterator[None]:
    before = sys.stdout, sys.stderr, sys.stdin
    sys.stdout, sys.stderr, sys.stdin = out, err, io.StringIO()
    try:
        yield
    finally:
        sys.stdout, sys.stderr, sys.stdin = before


@contextmanager
def _naming(recorder: EngineRecorder) -> Iterator[None]:
    def bind(name: str, value: Any, attribute: str | None = None) -> Any:
        if attribute is not None:
            value = inspect.getattr_static(value, attribute, None)
        if (
            type(value) is Tensor
            or isinstance(value, Tensor | tuple | list | dict)
            or hasattr(value, "named_parameters")
        ):
            recorder.named(name, value)
        return value

    setattr(builtins, names.BIND, bind)
    setattr(builtins, loops.LOOP, recorder.scopes.iterate)
    try:
        yield
    finally:
        delattr(builtins, names.BIND)
        delattr(builtins, loops.LOOP)


@contextmanager
def _warnings_into(result: Result, err: TextIO, filename: str) -> Iterator[None]:
    """Collect warnings, show them on `err` as Python does, and begin with none shown yet."""

    def show(message: Any, category: type, file: str, line: int, *rest: Any) -> None:
        frame = sys._getframe(1)
        while frame is not None and frame.f_code.co_filename != filename:
            frame = frame.f_back
        if frame is not None:
            file, line = filename, frame.f_lineno
        result.warnings.append((category.__name__, str(message), line))
        err.write(warnings.formatwarning(message, category, file, line))

    with warnings.catch_warnings():
        warnings.resetwarnings()
        warnings.simplefilter("default")
        for category in (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning):
            warnings.simplefilter("ignore", category)
        warnings.filterwarnings("default", category=DeprecationWarning, module="__main__")
        warnings.showwarning = show
        yield


# ---- how a program ends


def _exit_status(exit_: SystemExit, err: TextIO) -> int:
    if exit_.code is None:
        return 0
    if isinstance(exit_.code, int):
        return exit_.code & 0xFF
    err.write(f"{exit_.code}\n")
    return 1


def described(
    error: BaseException, filename: str, is_shown: Callable[[str], bool] = lambda other: False
) -> dict[str, Any]:
    """Return an exception as {"type", "message", "line", "traceback"}; lines of `filename` and of other such files are shown."""
    report = traceback.TracebackException.from_exception(error, limit=None)
    for part, cause in _chain(report, error):
        shown = [frame for frame in part.stack if frame.filename == filename or is_shown(frame.filename)]
        part.stack = traceback.StackSummary.from_list(shown)
        part._str = _with_suggestion(part._str, cause)
    lines = [frame.lineno for frame in report.stack if frame.filename == filename]
    line = lines[-1] if lines else getattr(error, "lineno", None)
    kind = type(error)
    name = kind.__name__ if kind.__module__ in ("builtins", "__main__") else f"{kind.__module__}.{kind.__qualname__}"
    return {"type": name, "message": str(error), "line": line, "traceback": "".join(report.format())}


def _chain(
    report: traceback.TracebackException | None, error: BaseException | None
) -> Iterator[tuple[traceback.TracebackException, BaseException]]:
    """Yield an exception and those it came from, each with its report."""
    seen = set()
    while report is not None and id(report) not in seen:
        seen.add(id(report))
        yield report, error
        if report.__cause__ is not None:
            report, error = report.__cause__, error.__cause__
        else:
            report, error = (None, None) if report.__suppress_context__ else (report.__context__, error.__context__)


def _with_suggestion(message: str, error: BaseException) -> str:
    """Return a message with "Did you mean: 'x'?" where Python would ask so.

    Up to Python 3.12 only the interpreter's own report of an uncaught exception always has it.
    """
    if not isinstance(error, NameError | AttributeError):
        return message
    with redirect_stderr(io.StringIO()) as report:
        sys.__excepthook__(type(error), error, error.__traceback__)
    last = report.getvalue().rstrip("\n").rpartition("\n")[2]
    return message + last.partition(message)[2]


def _involved(error: BaseException, filename: str) -> list[Tensor]:
    """Return the tensors an error is about: the one it names, and those in the expression that raised it."""
    found = [error.tensor] if isinstance(getattr(error, "tensor", None), Tensor) else []
    frame = line = None
    step = error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == filename:
            frame, line = step.tb_frame, step.tb_lineno
        step = step.tb_next
    if frame is None:
        return found
    try:
        expression = ast.parse(linecache.getline(filename, line).strip().rstrip(":"))
    except SyntaxError:
        return found
    for node in ast.walk(expression):
        if isinstance(node, ast.Name):
            value = frame.f_locals.get(node.id, frame.f_globals.get(node.id))
            if isinstance(value, Tensor) and not any(value is t for t in found):
                found.append(value)
    return found
