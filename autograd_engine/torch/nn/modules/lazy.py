"""Modules that take the sizes of their parameters from the first input."""

from __future__ import annotations

from typing import Any

from .... import torch
from ..parameter import is_lazy

__all__ = ["LazyModuleMixin"]


class LazyModuleMixin:
    """What a lazy module has besides the class it becomes, `cls_to_become`, when it is first called or loaded.

    A subclass defines `initialize_parameters`, which gets the arguments of that call.
    """

    cls_to_become: type | None = None
    _size = ""  # the attribute that is 0 until the first input tells it

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._initialize_hook = self.register_forward_pre_hook(self._infer_parameters, with_kwargs=True)

    def reset_parameters(self) -> None:
        """Fill the parameters anew, once they have a size."""
        if not self.has_uninitialized_params() and getattr(self, self._size, None) != 0:
            super().reset_parameters()

    def initialize_parameters(self, *args: Any, **kwargs: Any) -> None:
        """Give the parameters the sizes that fit the input."""
        raise NotImplementedError(f"initialize_parameters is not implemented for {type(self).__name__}")

    def has_uninitialized_params(self) -> bool:
        """Tell whether there are parameters or buffers without size."""
        return any(map(is_lazy, (*self._parameters.values(), *self._buffers.values())))

    def _infer_parameters(self, module: Any, args: tuple, kwargs: dict | None = None) -> None:
        if module.has_uninitialized_params():
            module.initialize_parameters(*args, **(kwargs or {}))
        if module.has_uninitialized_params():
            raise RuntimeError(f"module {self._get_name()} has not been fully initialized")
        module._initialize_hook.remove()
        del module._initialize_hook
        if module.cls_to_become is not None:
            module.__class__ = module.cls_to_become

    def _save_to_state_dict(self, destination: dict, prefix: str, keep_vars: bool) -> None:
        buffers = {name: b for name, b in self._buffers.items() if name not in self._non_persistent_buffers_set}
        for name, tensor in {**self._parameters, **buffers}.items():
            if tensor is not None:
                destination[prefix + name] = tensor if is_lazy(tensor) or keep_vars else tensor.detach()

    def _load_from_state_dict(self, state_dict: dict, prefix: str, *rest: Any) -> None:
        """Give parameters the sizes of what is loaded."""
        with torch.no_grad():
            for name, tensor in {**self._parameters, **self._buffers}.items():
                given = state_dict.get(prefix + name)
                if tensor is not None and given is not None and is_lazy(tensor) and not is_lazy(given):
                    tensor.materialize(given.shape)
        super()._load_from_state_dict(state_dict, prefix, *rest)


def lazy(mixin: type, size: str, *classes: type) -> list[type]:
    """Return for each class one that becomes it when it is first called; `mixin` gives the parameters their sizes."""
    made = []
    for cls in classes:
        doc = f"A {cls.__name__} that takes {size} from its first input."
        fields = {"__doc__": doc, "__module__": cls.__module__, "cls_to_become": cls, "_size": size}
        made.append(type(f"Lazy{cls.__name__}", (mixin, cls), fields))
    return made
