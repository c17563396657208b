"""What one program does under real PyTorch: its output, its failure, its warnings, its backward passes.

Imported by the recording scripts beside it, which run in an environment with torch; the tests never
import this file, they read what was recorded.

Each observation is a fork of a process which has imported torch and done nothing else, so that a
program meets fresh state (warnings shown once, sequence numbers, random numbers) at the cost of
milliseconds instead of an import.
"""

import contextlib
import functools
import hashlib
import json
import math
import os
import platform
import random
import re
import signal
import sys
import tempfile
import types
import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
import torch._dynamo  # what the first optimizer of a process would import, slowly
from torch.autograd import gradcheck

SECONDS = 120
BIG = 32
PLAIN = ("builtins", "__main__")
ACCUMULATE = "torch::autograd::AccumulateGrad"


class Unstable(Exception):
    """A program that did something else when it was run again."""


def record(source: str, filename: str) -> dict:
    """A program's record under one setting: stdout, exit_status, error, warnings, backward passes.

    The program runs as it is, and with hooks on every node of the graph to see the order of execution.
    When the hooks change what the program shows, the record has `"backward": null` and a note. Raises
    `Unstable` when two equal runs differ.
    """
    plain, hooked = (observe(source, filename, hooked=hooks) for hooks in (False, True))
    passes = hooked.pop("backward")
    result = {"sha256": hashlib.sha256(source.encode()).hexdigest()[:16], **plain}
    if plain == hooked:
        return {**result, "backward": passes}
    if plain != observe(source, filename, hooked=False):
        raise Unstable("something else when run again")
    return {**result, "backward": None, "note": "order not recorded: hooks on the nodes change the output"}


def observe(source: str, filename: str, *, hooked: bool) -> dict:
    """Run a program once in a fork and return what it showed."""
    source = source.replace(", pin_memory=True", "")  # pinned memory needs a GPU, which the recording machine lacks
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder, "answer.json")
        sys.stdout.flush()
        sys.stderr.flush()
        child = os.fork()
        if child == 0:
            try:
                signal.alarm(SECONDS)
                answer.write_text(json.dumps(_run(source, filename, Path(folder), hooked)))
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        if not answer.exists():
            raise RuntimeError(f"{filename}: the program took its process down or ran for {SECONDS} s")
        return json.loads(answer.read_text())


def _run(source: str, filename: str, folder: Path, hooked: bool) -> dict:
    main = types.ModuleType("__main__")
    main.__file__ = filename
    sys.modules["__main__"] = main
    shown: list[list] = []
    warnings.showwarning = functools.partial(_keep_warning, shown, filename)
    order = Order(filename)
    for forget in (random.seed, np.random.seed, torch.seed):  # or an unseeded program would look stable
        forget()
    error, status = None, 0
    with _standard_output(folder / "stdout"):
        try:
            with order.watched() if hooked else contextlib.nullcontext():
                exec(compile(source, filename, "exec"), main.__dict__)
        except SystemExit as stop:
            status = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
        except BaseException as failure:
            line = failure.lineno if isinstance(failure, SyntaxError) else _line(failure, filename)
            error, status = {"type": _type(failure), "message": normal(str(failure)), "line": line}, 1
    return {
        "stdout": normal((folder / "stdout").read_text()),
        "exit_status": status,
        "error": error,
        "warnings": shown,
        **({"backward": [passed for passed in order.passes if passed["nodes"]]} if hooked else {}),
    }


def normal(text: str) -> str:
    """The text with addresses such as 0x7f31c0de written 0x..."""
    return re.sub(r"0x[0-9a-f]{6,16}", "0x...", text)


@contextlib.contextmanager
def _standard_output(path: Path) -> Iterator[None]:
    with open(path, "w", encoding="utf-8") as file, contextlib.redirect_stdout(file):
        yield


def _keep_warning(
    shown: list[list],
    filename: str,
    message: Warning,
    category: type,
    file: str,
    lineno: int,
    *_: object,
) -> None:
    """Note (category, first line of the text, line of the program that was running)."""
    line = lineno if file == filename else _running_line(filename)
    shown.append([category.__name__, normal(str(message).split("\n")[0]), line])


def _running_line(filename: str) -> int | None:
    return next((frame.f_lineno for frame in _stack() if frame.f_code.co_filename == filename), None)


def _stack() -> Iterator[types.FrameType]:
    frame = sys._getframe()
    while frame is not None:
        yield frame
        frame = frame.f_back


def _line(failure: BaseException, filename: str) -> int | None:
    """The innermost line of the program in the failure's traceback."""
    line, step = None, failure.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == filename:
            line = step.tb_lineno
        step = step.tb_next
    return line


def _type(failure: BaseException) -> str:
    """The name that a traceback prints."""
    kind = type(failure)
    return kind.__qualname__ if kind.__module__ in PLAIN else f"{kind.__module__}.{kind.__qualname__}"


class Order:
    """The nodes that every backward pass executes, seen through hooks on all nodes of its graph.

    `passes` has an item for each call of the autograd engine, in the order in which they began (a pass
    started inside another follows it): the program's line, and the executed nodes in order, each with
    its name, the gradients received and those produced. A node without "produced" failed. An
    AccumulateGrad has instead its leaf's number and the leaf's `.grad` afterwards. Leaves are numbered
    when a pass begins, in the order in which a depth-first walk from its roots first meets them. The
    many passes inside gradcheck and gradgradcheck are left out.
    """

    def __init__(self, filename: str) -> None:
        self.filename = filename
        self.passes: list[dict] = []
        self._active: list[dict] = []
        self._running: list[tuple[object, dict]] = []
        self._hooked: set = set()
        self._leaves: list[torch.Tensor] = []

    @contextlib.contextmanager
    def watched(self) -> Iterator[None]:
        engine = torch.autograd.graph._engine_run_backward
        torch.autograd._engine_run_backward = functools.partial(self._pass, engine)
        yield

    def _pass(self, engine: Callable, outputs: tuple, *args: object, **kwargs: object) -> object:
        if any(frame.f_globals is gradcheck.__globals__ for frame in _stack()):
            return engine(outputs, *args, **kwargs)
        self.passes.append({"line": _running_line(self.filename), "nodes": []})
        self._active.append(self.passes[-1])
        depth = len(self._running)
        nodes = reachable(outputs)
        for node in nodes:
            if node.name() == ACCUMULATE:
                self._leaf(node.variable)
        mine = [node for node in nodes if node not in self._hooked]
        self._hooked.update(mine)
        handles = [
            handle
            for node in mine
            for handle in (
                node.register_prehook(functools.partial(self._before, node)),
                node.register_hook(functools.partial(self._after, node)),
            )
        ]
        try:
            return engine(outputs, *args, **kwargs)
        finally:
            for handle in handles:
                handle.remove()
            self._hooked.difference_update(mine)
            del self._running[depth:]
            self._active.pop()

    def _before(self, node: object, received: tuple) -> None:
        entry = {"node": node.name()}
        if node.name() == ACCUMULATE:
            entry["leaf"] = self._leaf(node.variable)
        entry["received"] = [_numbers(gradient) for gradient in received]
        self._active[-1]["nodes"].append(entry)
        self._running.append((node, entry))

    def _after(self, node: object, produced: tuple, _received: tuple) -> None:
        at = max(k for k, (running, _) in enumerate(self._running) if running is node)
        _, entry = self._running.pop(at)
        if "leaf" in entry:
            entry["grad"] = _numbers(node.variable.grad)
        else:
            entry["produced"] = [_numbers(gradient) for gradient in produced]

    def _leaf(self, leaf: torch.Tensor) -> int:
        for k, known in enumerate(self._leaves):
            if known is leaf:
                return k
        self._leaves.append(leaf)
        return len(self._leaves) - 1


def reachable(outputs: Sequence[torch.Tensor]) -> list:
    """Every node of the graph under the outputs, depth first along next_functions."""
    waiting = []
    for output in reversed(outputs):
        with contextlib.suppress(AssertionError):
            waiting.append(torch.autograd.graph._get_grad_fn_or_grad_acc(output))
    found = {}
    while waiting:
        node = waiting.pop()
        if node is not None and node not in found:
            found[node] = None
            waiting.extend(child for child, _ in reversed(node.next_functions))
    return list(found)


def _numbers(gradient: torch.Tensor | None) -> object:
    """A gradient as nested lists of float32's shortest decimals; a big one as shape and sums."""
    if gradient is None:
        return None
    with torch.no_grad():
        values = gradient.detach()
        if values.numel() > BIG:
            values = values.double()
            sums = {"sum": _decimal(values.sum().item()), "abs_sum": _decimal(values.abs().sum().item())}
            return {"shape": list(values.shape), **sums}
        return _decimals(values.tolist())


def _decimals(values: object) -> object:
    return [_decimals(value) for value in values] if isinstance(values, list) else _decimal(values)


def _decimal(value: float) -> float | str:
    with np.errstate(over="ignore"):
        short = float(str(np.float32(value)))
    return short if math.isfinite(short) else str(short)


def dump(records: dict[str, dict]) -> str:
    """The records as JSON that one can read: a line for each line of output and each executed node."""
    body = ",\n".join(f"{json.dumps(name)}: {_readable(records[name])}" for name in records)
    versions = f'"torch": {json.dumps(torch.__version__)}, "python": {json.dumps(platform.python_version())}'
    return f'{{{versions},\n"programs": {{\n{body}\n}}}}\n'


def _readable(record: dict) -> str:
    fields = []
    for key, value in record.items():
        if key == "stdout":
            value = value.split("\n")
        if key == "backward" and value:
            text = "[\n" + ",\n".join(map(_readable_pass, value)) + "\n  ]"
        elif isinstance(value, list) and len(value) > 1:
            text = "[\n" + ",\n".join(f"    {_json(item)}" for item in value) + "\n  ]"
        else:
            text = _json(value)
        fields.append(f"  {json.dumps(key)}: {text}")
    return "{\n" + ",\n".join(fields) + "\n}"


def _readable_pass(backward: dict) -> str:
    nodes = ",\n".join(f"      {_json(node)}" for node in backward["nodes"])
    return f'    {{"line": {backward["line"]}, "nodes": [' + (f"\n{nodes}\n    " if nodes else "") + "]}"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
