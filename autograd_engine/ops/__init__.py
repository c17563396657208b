"""The operators, one file per family; importing this package registers them all and puts them on Tensor."""

from . import compare, convert, create, pointwise, reduce, shape  # noqa: F401  (imported for their definitions)
from .methods import attach

attach()
