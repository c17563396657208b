"""`torch._dynamo`, which programs with torch.compile reset and configure: nothing is compiled here."""

from types import SimpleNamespace

from .compiler import disable, is_compiling, reset

__all__ = ["config", "disable", "is_compiling", "reset"]

config = SimpleNamespace()
