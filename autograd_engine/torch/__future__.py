"""`torch.__future__`: whether converting a module makes new parameters."""

from contextvars import ContextVar

__all__ = [
    "get_overwrite_module_params_on_conversion", "get_swap_module_params_on_conversion",
    "set_overwrite_module_params_on_conversion", "set_swap_module_params_on_conversion",
]  # fmt: skip

_overwrite: ContextVar[bool] = ContextVar("overwrite", default=False)


def set_overwrite_module_params_on_conversion(value: bool) -> None:
    """Have `Module.to`, `float()` and their kind put new parameters in the place of the old ones, or write into those."""
    _overwrite.set(value)


def get_overwrite_module_params_on_conversion() -> bool:
    """Tell whether converting a module puts new parameters in the place of the old ones."""
    return _overwrite.get()


def set_swap_module_params_on_conversion(value: bool) -> None:
    """Refuse to swap the contents of parameters, which is not available here."""
    if value:
        raise NotImplementedError(
            "swapping tensors is not available here: leave set_swap_module_params_on_conversion out"
        )


def get_swap_module_params_on_conversion() -> bool:
    """Tell that the contents of parameters are not swapped."""
    return False
