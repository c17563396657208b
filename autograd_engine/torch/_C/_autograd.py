"""`torch._C._autograd`: the state of saved-tensor hooks, and version counters set by hand."""

from __future__ import annotations

from collections.abc import Sequence

from ...graph.node import _InputMetadata
from ...graph.saved import SavedTensor, disabled_message
from ...graph.tensor import Tensor
from ...graph.views import shared_version
from ...passes.engine import current_pass_keeps_graph as _get_current_graph_task_keep_graph

__all__ = [
    "SavedTensor", "_InputMetadata", "_get_current_graph_task_keep_graph", "_saved_tensors_hooks_is_enabled",
    "_unsafe_set_version_counter",
]  # fmt: skip


def _saved_tensors_hooks_is_enabled() -> bool:
    """Tell whether saved-tensor hooks are allowed here."""
    return disabled_message() is None


def _unsafe_set_version_counter(tensors: Sequence[Tensor], versions: Sequence[int]) -> None:
    """Set how often each tensor was written to."""
    for tensor, version in zip(tensors, versions, strict=True):
        if version < 0:
            raise RuntimeError(f"Cannot set a version_counter to a value below 0: {version}")
        shared_version(tensor)[0] = version
