"""Steps of optimizers: what PyTorch's own do inside is one operation for each parameter that they write to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch.optim import optimizer as optimizers

from autograd_engine.trace.optimizers import told_options
from autograd_engine.trace.schema import Argument

from .calls import Calls
from .recorder import TorchRecorder, version
from .values import looking


@contextmanager
def watched(recorder: TorchRecorder, calls: Calls) -> Iterator[None]:
    """Record the steps of optimizers inside the block. What the program's own code does there is recorded as it runs."""

    def begin(optimizer: torch.optim.Optimizer, *_: Any) -> None:
        recorder.begin_optimizing(optimizer)
        calls.optimizing = recorder.at()

    def end(optimizer: torch.optim.Optimizer, *_: Any) -> None:
        calls.optimizing = None
        selection = recorder.selection
        if selection.takes_step:
            with looking():
                for group in optimizer.param_groups:
                    options = {"lr": f"{float(group['lr']):g}"} | told_options(group)
                    for parameter in group["params"]:
                        if selection.only is None or recorder.knows(parameter):
                            _written(recorder, optimizer, options, parameter)
        recorder.optimized(optimizer)

    given, checked = torch.optim.Optimizer.add_param_group, torch.amp.GradScaler._maybe_opt_step

    def add_param_group(optimizer: torch.optim.Optimizer, group: dict) -> None:
        given(optimizer, group)
        recorder.held_by(optimizer)

    def maybe_step(scaler: torch.amp.GradScaler, optimizer: torch.optim.Optimizer, *args: Any, **kwargs: Any) -> Any:
        entry = recorder.held_by(optimizer)
        steps = entry.steps
        out = checked(scaler, optimizer, *args, **kwargs)
        entry.skipped += entry.steps == steps
        return out

    torch.optim.Optimizer.add_param_group = add_param_group
    torch.amp.GradScaler._maybe_opt_step = maybe_step
    handles = [
        optimizers.register_optimizer_step_pre_hook(begin),
        optimizers.register_optimizer_step_post_hook(end),
    ]
    try:
        yield
    finally:
        for handle in handles:
            handle.remove()
        torch.optim.Optimizer.add_param_group, torch.amp.GradScaler._maybe_opt_step = given, checked


def _written(recorder: TorchRecorder, optimizer: torch.optim.Optimizer, options: dict, parameter: torch.Tensor) -> None:
    state = recorder.trace.tensors[recorder.tensor(parameter)]
    if state.version == version(parameter):
        return
    inputs = [Argument("self", [recorder.tensor(parameter)])]
    if parameter.grad is not None:
        inputs.append(Argument("grad", [recorder.tensor(parameter.grad)]))
    inputs += [Argument(option, text=str(value)) for option, value in options.items()]
    name = f"{type(optimizer).__name__.lower()}_"
    recorder.operation(name, inputs, [parameter], [(parameter, state.value)], None)
