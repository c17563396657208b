"""The operators, one file per family; importing this package registers them all."""

from . import convert, pointwise, reduce, shape  # noqa: F401  (imported for their definitions)
