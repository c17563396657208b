"""Rows of the elementwise arithmetic operators."""

from . import Row, exactly, normal

ROWS = [
    Row("add", "a + b", dict(a=normal(3, 2), b=normal(2))),
    Row("mul", "a * b", dict(a=normal(3, 2), b=normal(3, 1))),
    Row("mul", "a * 2", dict(a=normal(3))),
    Row("sub", "a - b", dict(a=normal(3), b=normal(4)), error=True),
]
