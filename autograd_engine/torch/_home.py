"""Where modules and classes say they live: what a program prints of them names torch, not this package."""

import sys


def name_after_torch() -> None:
    """Give this package's modules, and their classes, the names of those of torch that they stand for."""
    own = __package__
    for name, module in list(sys.modules.items()):
        if name == own or name.startswith(f"{own}."):
            module.__name__ = "torch" + name.removeprefix(own)
            for value in vars(module).values():
                if isinstance(value, type) and value.__module__.startswith(f"{own}."):
                    value.__module__ = "torch" + value.__module__.removeprefix(own)
