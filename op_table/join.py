"""Rows of joining and splitting."""

from . import Row, bools, ints, normal
from .shape import CUBE, EMPTY, SCALAR, VECTOR, A, errors, rows

PAIR = dict(a=normal(2, 3), b=normal(2, 3))
UNEVEN = dict(a=normal(2, 3), b=normal(1, 3))
VECTORS = dict(a=normal(3), b=normal(2))
SCALARS = dict(a=normal(), b=normal())
MIXED = dict(a=normal(2), _b=ints(2))

JOINED = [
    *rows(
        "_cat",
        PAIR,
        "torch.cat([a, b])",
        "torch.cat((a, b), 1)",
        "torch.cat([a, b, a], dim=-1)",
        "torch.cat([a])",
    ),
    *rows("_cat", UNEVEN, "torch.cat([a, b])", "torch.concat([b, a])", "torch.concatenate((a, b), dim=0)"),
    *rows("_cat", UNEVEN, "torch.cat([a, b]).sum()", "torch.cat([a.t(), b.t()], 1)"),
    *rows("_cat", dict(a=normal(2), b=normal(0)), "torch.cat([a, b])"),
    *rows("_cat", dict(a=normal(2, 3), b=normal(0)), "torch.cat([a, b])", "torch.cat([b, a])"),
    *rows("_cat", dict(a=normal(0), b=normal(0)), "torch.cat([a, b])"),
    *rows(
        "_cat",
        MIXED,
        "torch.cat([a, _b])",
        "torch.cat([_b, _b])",
        "torch.cat([a, a.double(), _b])",
        "torch.cat([_b > 1, _b])",
    ),
    *rows("_cat", PAIR, "torch.cat([a, b])", dtypes=("float16",)),
    *rows(
        "_cat",
        PAIR,
        "torch.hstack([a, b])",
        "torch.vstack((a, b))",
        "torch.row_stack([a, b])",
        "torch.column_stack([a, b])",
    ),
    *rows("_cat", VECTORS, "torch.hstack([a, b])", "torch.hstack((a,))", "torch.cat([a, b])"),
    *rows(
        "_cat",
        dict(a=normal(3), b=normal(3)),
        "torch.vstack([a, b])",
        "torch.dstack([a, b])",
        "torch.column_stack([a, b])",
    ),
    *rows(
        "_cat",
        SCALARS,
        "torch.hstack([a, b])",
        "torch.vstack([a, b])",
        "torch.dstack([a, b])",
        "torch.column_stack([a, b])",
    ),
    *rows("_cat", PAIR, "torch.dstack([a, b])"),
    *rows(
        "_stack",
        PAIR,
        "torch.stack([a, b])",
        "torch.stack((a, b), 1)",
        "torch.stack([a, b, b], dim=-1)",
        "torch.stack([a])",
    ),
    *rows("_stack", SCALARS, "torch.stack([a, b])", "torch.stack([a, b, a * b], -1)"),
    *rows("_stack", MIXED, "torch.stack([a, _b])", "torch.stack([_b, _b > 1])"),
    *rows("_stack", EMPTY, "torch.stack([a, a])"),
    *rows("", A, "torch.atleast_1d(a)", "torch.atleast_2d(a)", "torch.atleast_3d(a)"),
    *rows("", VECTOR, "torch.atleast_1d(a)", "torch.atleast_2d(a)", "torch.atleast_3d(a)"),
    *rows("", SCALARS, "torch.atleast_1d(a, b)", "torch.atleast_2d([a, b])", "torch.atleast_3d(a)"),
    *errors(
        A,
        "torch.cat(a, a)",
        "torch.cat(a)",
        "torch.cat([a, 1])",
        "torch.cat(1)",
        "torch.cat()",
        "torch.cat([a], 'a')",
    ),
    *rows(
        "",
        dict(_a=normal(2, 3)),
        "torch.cat([_a, _a], out=_a.new_empty(0))",
        "torch.stack((_a, _a), 1, out=torch.empty(2, 2, 3, dtype=torch.float64))",
        "torch.hstack((_a, _a), out=torch.empty_like(_a))",
    ),
    *errors(
        A,
        "torch.cat([a], out=torch.empty_like(a))",
        "torch.stack([a.detach()], out=1)",
    ),
    *errors(
        A,
        "torch.cat([a], dim='a')",
        "torch.cat([a], 0, 1)",
        "torch.cat([a], dims=0)",
        "torch.cat([])",
        "torch.cat([a], 2)",
    ),
    *errors(
        A,
        "torch.cat([a, torch.zeros(3)])",
        "torch.cat([a, torch.zeros(2, 2)])",
        "torch.cat([a.sum(), a.sum()])",
    ),
    *errors(
        A,
        "torch.stack(a)",
        "torch.stack([a, 1])",
        "torch.stack()",
        "torch.stack([a], 0, 0)",
        "torch.stack([a], 'a')",
    ),
    *errors(
        A,
        "torch.stack([])",
        "torch.stack([a, torch.zeros(2)])",
        "torch.stack([a, a], 3)",
        "torch.stack([1, 2])",
    ),
    *errors(A, "torch.hstack(a)", "torch.vstack([a, a.sum()])", "torch.hstack([])", "torch.dstack([])"),
    *errors(A, "torch.atleast_1d(1)"),
]

SPLIT = [
    *rows(
        "_split",
        A,
        "a.split(1)",
        "torch.split(a, 2, dim=1)",
        "a.split(5)",
        "a.split(2, -1)[1]",
        "a.split(torch.tensor(1))",
    ),
    *rows("_split", A, "a.chunk(2)", "torch.chunk(a, 2, 1)", "a.chunk(5)", "a.chunk(2, dim=-1)[0]"),
    *rows("_split", EMPTY, "a.split(2)", "a.split(0)"),
    *rows(
        "_split_with_sizes",
        A,
        "a.split([1, 1])",
        "torch.split(a, (1, 2), 1)",
        "a.split_with_sizes([2, 1], -1)",
    ),
    *rows("_split_with_sizes", A, "torch.split_with_sizes(a, (0, 2))[1]"),
    *rows("_split_with_sizes", EMPTY, "a.chunk(2)"),
    *rows("_unsafe_split", A, "torch.unsafe_chunk(a, 2, 1)"),
    *rows("_unsafe_split_with_sizes", EMPTY, "torch.unsafe_chunk(a, 2)"),
    *rows(
        "unbind",
        A,
        "a.unbind()",
        "torch.unbind(a, 1)",
        "a.unbind(-1)[0]",
        "tuple(a)",
        "[row for row in a][1]",
    ),
    *rows("unbind", CUBE, "a.unbind(1)"),
    *errors(
        A,
        "torch.split(a, 'a')",
        "a.split(1.5)",
        "a.split()",
        "a.split(0)",
        "a.split(-1)",
        "a.split([1, 2])",
        "a.split(1, 5)",
    ),
    *errors(
        A,
        "a.split([1, 'a'])",
        "a.split([2, -1, 1])",
        "a.chunk(0)",
        "a.chunk('a')",
        "a.unbind(2)",
        "torch.split([1], 2)",
    ),
    *errors(SCALAR, "a.unbind()", "a.split(1)", "a.chunk(1)", "iter(a)", "len(a)"),
    *errors(A, "torch.unbind(a, 'a')", "torch.chunk([1], 2)"),
]

GRIDS = [
    *rows(
        "",
        VECTORS,
        "torch.meshgrid(a, b, indexing='ij')",
        "torch.meshgrid([a, b], indexing='xy')",
        "torch.meshgrid(a, b)",
    ),
    *rows("", VECTORS, "torch.meshgrid(a, b, a * 2, indexing='xy')", "torch.meshgrid(a, indexing='xy')"),
    *rows("", dict(a=normal(), b=normal(2)), "torch.meshgrid(a, b, indexing='ij')"),
    *rows(
        "",
        dict(_a=bools(2), _b=bools(3)),
        "torch.meshgrid(_a, _b, indexing='ij')",
    ),
    *errors(
        A,
        "torch.meshgrid()",
    ),
    *errors(A, "torch.meshgrid(a[0], indexing='a')", "torch.meshgrid(a[0], torch.tensor([1]), indexing='ij')"),
    *errors(A, "torch.meshgrid(1, 2)", "torch.cartesian_prod(a)", "torch.cartesian_prod(1)"),
    *rows("_stack", VECTORS, "torch.cartesian_prod(a)", "torch.cartesian_prod(a, a)", "torch.cartesian_prod(a, b, b)"),
]

ROWS: list[Row] = JOINED + SPLIT + GRIDS
