"""Autograd Studio as a package: `record()` for scripts on real PyTorch, `%%step` for notebooks, and the command."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .recording import Recording, record

__all__ = ["Recording", "record"]


def __getattr__(name: str) -> Any:
    """Import what is asked for: a child of the sandbox, which imports this package too, needs none of it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import recording

    return getattr(recording, name)


def load_ipython_extension(shell: Any) -> None:
    """Load the magic `%%step` into a notebook: `%load_ext autograd_studio`."""
    from .notebook import load

    load(shell)
