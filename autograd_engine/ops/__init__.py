"""The operators, one file per family; importing this package registers them all and puts them on Tensor."""

import importlib
import pkgutil

from .methods import attach

for _family in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_family.name}")
attach()
