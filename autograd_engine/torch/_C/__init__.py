"""`torch._C`: what programs that look into autograd's engine use of PyTorch's compiled half."""

from __future__ import annotations

from typing import Any

from ...graph.grad_mode import is_grad_enabled
from ...graph.grad_mode import switch as _set_grad_enabled
from ...graph.node import Node
from ...graph.node import current_node as _current_autograd_node
from ...ops.sampling import Generator
from ...passes.engine import current_order as _current_graph_task_execution_order
from ...passes.engine import current_pass_id as _current_graph_task_id
from ...passes.engine import will_execute
from . import _functions

has_lapack = True

__all__ = [
    "Generator", "_current_autograd_node", "_current_graph_task_execution_order",
    "_current_graph_task_id", "_functions", "_set_grad_enabled", "_will_engine_execute_node", "has_lapack",
    "is_grad_enabled",
]  # fmt: skip


def _will_engine_execute_node(node: Any) -> bool:
    """Tell whether the backward pass that is running runs `node`."""
    if not isinstance(node, Node):
        raise RuntimeError(f"_will_engine_execute_node expects an grad_fn, but got {type(node).__name__}")
    return will_execute(node)
