"""For test suites: two programs that do the same thing step by step, and a gradcheck that shows where it fails."""

from __future__ import annotations

import importlib.util
import io
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from autograd_engine.run.program import Result
from autograd_engine.trace.schema import Trace

from .recording import Recording


def assert_same_steps(program_a: str, program_b: str) -> None:
    """Fail where two programs, given as text, first differ in what they do: steps, their order, values, gradients, errors.

    They run on PyTorch where it is installed, otherwise on the built-in engine. The text itself may differ.
    """
    from .view.compare.comparison import comparison

    found = comparison(_traced(program_a), _traced(program_b))
    for difference in found.differences:
        if difference.kind != "program":
            here, there = difference.lines
            raise AssertionError(f"{difference.text} (line {here} of the first program, line {there} of the second)")


def gradcheck(function: Callable, inputs: Any, *, page: str | Path | None = None, **options: Any) -> bool:
    """Check gradients as `torch.autograd.gradcheck` does; on failure, write a page that steps through what was computed.

    The page is `page`, or `gradcheck-<name of the function>.html` in the current folder, and named in the AssertionError.
    """
    import torch

    from .torch_recorder.program import recording
    from .torch_recorder.selection import Selection

    try:
        return torch.autograd.gradcheck(function, inputs, **options)
    except RuntimeError as error:
        name = re.sub(r"\W+", "-", getattr(function, "__qualname__", type(function).__name__)).strip("-")
        path = Path(page or f"gradcheck-{name}.html")
        frame = sys._getframe(1)
        with recording(frame, Selection()) as (trace, _):
            _differentiate(function, inputs if isinstance(inputs, Sequence) else (inputs,))
        Recording(trace, Path(frame.f_code.co_filename).name).save(path)
        raise AssertionError(f"{error}\n\nThe steps of this function's backward: {path}") from error


def _differentiate(function: Callable, inputs: Sequence) -> None:
    import torch

    leaves = [t for t in inputs if isinstance(t, torch.Tensor) and t.requires_grad]
    outputs = function(*inputs)
    for output in outputs if isinstance(outputs, tuple | list) else (outputs,):
        if isinstance(output, torch.Tensor) and output.requires_grad:
            torch.autograd.grad(output, leaves, torch.ones_like(output), retain_graph=True, allow_unused=True)


def _traced(source: str) -> Trace:
    run: Callable[..., Result]
    if importlib.util.find_spec("torch") is not None:
        from .torch_recorder.program import run
    else:
        from autograd_engine.run.program import run
    return run(source, stdout=io.StringIO(), stderr=io.StringIO()).trace
