"""`torch.autograd.forward_ad`: forward-mode AD, where a dual tensor carries a tangent beside its values."""

from __future__ import annotations

from typing import Any, NamedTuple

from ...graph.grad_mode import Mode, inference_enabled
from ...graph.tangents import current_level, pushes, without_tangents
from ...graph.tensor import Tensor
from ...ops.memory import _fw_primal
from ...passes.forward import Level

__all__ = ["UnpackedDualTensor", "dual_level", "enter_dual_level", "exit_dual_level", "make_dual", "unpack_dual"]


class UnpackedDualTensor(NamedTuple):
    """The two parts of a dual tensor: its values, and its tangent, None of a tensor that is not dual."""

    primal: Tensor
    tangent: Tensor | None


def enter_dual_level() -> int:
    """Begin a level of forward-mode AD, in which tensors can be dual; there is one at a time."""
    Level().enter()
    return 0


def exit_dual_level(*, level: int | None = None) -> None:
    """End the level of forward-mode AD: its tangents are gone."""
    if level not in (None, 0 if pushes() else -1):
        raise RuntimeError(
            "Trying to exit a forward AD level that was not the last one that was created. This is not supported."
        )
    if not pushes():
        raise RuntimeError("Dual level must be a positive number.")
    current_level.get().leave()


def make_dual(tensor: Tensor, tangent: Tensor, *, level: int | None = None) -> Tensor:
    """Return a view of a tensor that carries a tangent: results computed from it carry J times that."""
    if not pushes():
        raise RuntimeError(
            "Trying to create a dual Tensor for forward AD but no level exists, make sure to enter_dual_level() first."
        )
    for name, part in (("primal", tensor), ("tangent", tangent)):
        if not part.is_floating_point():
            raise ValueError(f"Expected {name} to be floating point or complex, but got: {part.dtype}")
    entered = current_level.get()
    if entered.tangent_of(tensor) is not None:
        raise RuntimeError(
            "Making a dual Tensor based on a Tensor that already has a forward gradient at the same level 0 is not "
            "supported."
        )
    if entered.tangent_of(tangent) is not None:
        raise RuntimeError(
            "Setting a forward grad that itself has a forward gradient at the same level0 is not supported."
        )
    dual = tensor.view_as(tensor)
    if not inference_enabled():
        entered.attach(dual, tangent)
    return dual


def unpack_dual(tensor: Tensor, *, level: int | None = None) -> UnpackedDualTensor:
    """Return a view of the values of a tensor, and its tangent."""
    if not pushes():
        return UnpackedDualTensor(tensor, None)
    entered = current_level.get()
    with without_tangents():
        primal = _fw_primal(tensor)
    entered.separate(primal)
    return UnpackedDualTensor(primal, entered.tangent_of(tensor))


class dual_level(Mode):
    """A block, or the calls of a decorated function, that is a level of forward-mode AD."""

    def __enter__(self) -> int:
        return enter_dual_level()

    def __exit__(self, *exception: Any) -> None:
        exit_dual_level()
