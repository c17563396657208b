"""Rows of sorting and selecting, and of what looks for elements in sorted order."""

from . import Row, bools, distinct, exactly, ints, normal
from .reduce import HALF, MATRIX, NAN, ONE, TIES, each, errors

# Which of equal elements PyTorch selects, and in which order it puts them, is left open: rows do not ask.
EQUALS = [2.0, 1.0, 2.0, 1.0, 3.0, 2.0]
MANY = [float(n * 7 % 5) for n in range(40)]

ROWS = [
    *each(
        "_sort",
        [
            "a.sort()",
            "torch.sort(a, 0)",
            "a.sort(dim=-1, descending=True)",
            "a.T.sort(1)",
            "a.sort(1)[0]",
            "a.sort(1).indices",
        ],
        MATRIX,
    ),
    *each(
        "_sort_stable",
        ["a.sort(stable=True)", "torch.sort(a, stable=True, dim=0, descending=True)", "a.sort(stable=False)"],
        MATRIX,
    ),
    *each(
        "_sort _sort_stable",
        ["a.sort()", "a.sort(descending=True)", "a.sort(stable=True, descending=True)"],
        dict(a=exactly(EQUALS)),
        checks=False,
        note=TIES,
    ),
    *each(
        "_sort _sort_stable",
        ["a.sort()[0].sum()", "a.sort(descending=True)[0].sum()", "a.sort(stable=True)"],
        dict(a=exactly(MANY)),
        dtypes=ONE,
        checks=False,
        note=TIES,
    ),
    *each(
        "_sort",
        ["a.sort()", "a.sort(descending=True)"],
        dict(a=exactly([1.0, NAN, -1.0, NAN, 0.0, -0.0])),
        checks=False,
        note="NaN",
    ),
    *each("_sort", ["a.sort()", "a.argsort()"], dict(a=normal())),
    *each("_sort", ["a.sort()", "a.sort(0)", "a.argsort(0)"], dict(a=normal(2, 0))),
    *each("_sort", ["a.sort()", "a.sort(descending=True)"], dict(a=bools(5)), dtypes=ONE),
    *each("_sort", ["a.sort()", "a.sort(descending=True)"], dict(a=ints(5, dtype="uint8")), dtypes=ONE),
    Row("_sort", "a.sort()", dict(a=distinct(5)), dtypes=HALF, checks=False),
    *each(
        "_sort _sort_stable",
        [
            "a.argsort()",
            "torch.argsort(a, 0, True)",
            "a.argsort(stable=True)",
            "a.argsort(descending=True, dim=0)",
        ],
        MATRIX,
    ),
    *errors("_sort", ["a.sort(5)", "a.argsort(-3)"], MATRIX),
    *each(
        "_topk",
        [
            "a.topk(2)",
            "torch.topk(a, 2, dim=0)",
            "a.topk(3, largest=False)",
            "a.topk(0)",
            "a.topk(4, sorted=False)[0].sum()",
            "a.topk(2, 0, False)",
            "a.topk(1)[1]",
        ],
        MATRIX,
    ),
    *each(
        "_topk",
        ["a.topk(4)[0].sum()", "a.topk(2, largest=False)", "a.topk(6)[0].sum()", "a.topk(4, sorted=False)[0].sum()"],
        dict(a=exactly(EQUALS)),
        checks=False,
        note=TIES,
    ),
    *each(
        "_topk",
        ["a.topk(8)[0].sum()", "a.topk(16, largest=False)[0].sum()"],
        dict(a=exactly(MANY)),
        dtypes=ONE,
        checks=False,
        note=TIES,
    ),
    Row("_topk", "a.topk(2)", dict(a=exactly([1.0, NAN, 3.0])), checks=False, note="NaN"),
    Row("_topk", "a.topk(1)", dict(a=normal())),
    Row("_topk", "a.topk(2)", dict(a=ints(5)), dtypes=ONE),
    *errors("_topk", ["a.topk(5)", "a.topk(-1)", "a.topk(1, 3)"], MATRIX),
    *errors("_topk", ["a.topk(1)"], dict(a=bools(3))),
    *each(
        "_kthvalue",
        ["a.kthvalue(2)", "torch.kthvalue(a, 1, dim=0)", "a.kthvalue(3, keepdim=True)", "a.kthvalue(4).indices"],
        MATRIX,
    ),
    *each("_kthvalue", ["a.kthvalue(2)[0]", "a.kthvalue(6)[0]"], dict(a=exactly(EQUALS)), checks=False, note=TIES),
    *each(
        "_kthvalue",
        ["a.kthvalue(2)", "a.kthvalue(3)"],
        dict(a=exactly([1.0, NAN, 0.0])),
        checks=False,
        note="NaN",
    ),
    Row("_kthvalue", "a.kthvalue(1)", dict(a=normal())),
    *errors("_kthvalue", ["a.kthvalue(0)", "a.kthvalue(5)", "a.kthvalue(1, 2)"], MATRIX),
    *errors("_kthvalue", ["a.kthvalue(1)"], dict(a=normal(2, 0))),
    *errors("_kthvalue", ["a.kthvalue(1)"], dict(a=bools(3))),
    *each(
        "_unique",
        [
            "a.unique()",
            "torch.unique(a, return_inverse=True, return_counts=True)",
            "a.unique(sorted=False)",
            "a.unique(return_counts=True)",
        ],
        dict(a=exactly([[3.0, 1.0, 2.0], [1.0, 1.0, 4.0]])),
        checks=False,
        note="has no derivative",
    ),
    *each(
        "_unique_dim",
        ["a.unique(dim=0)", "a.unique(dim=1, return_inverse=True, return_counts=True)"],
        dict(a=exactly([[3.0, 1.0, 3.0], [1.0, 1.0, 1.0]])),
        checks=False,
        note="has no derivative",
    ),
    Row(
        "_unique",
        "a.unique(return_counts=True)",
        dict(a=exactly([1.0, NAN, 1.0, NAN])),
        checks=False,
        note="has no derivative",
    ),
    *each(
        "_unique _unique_dim",
        ["a.unique(return_inverse=True)", "a.unique(dim=0)"],
        dict(a=ints(4, 2, high=3)),
        dtypes=ONE,
    ),
    *each("_unique", ["a.unique()"], dict(a=bools(4)), dtypes=ONE),
    *each(
        "_unique _unique_dim",
        ["a.unique()", "a.unique(dim=1)"],
        dict(a=normal(2, 0)),
        checks=False,
        note="has no derivative",
    ),
    *errors("_unique_dim", ["a.unique(dim=0)"], dict(a=normal(2, 0))),
    *each(
        "_searchsorted",
        [
            "torch.searchsorted(_a, _v)",
            "torch.searchsorted(_a, _v, right=True)",
            "torch.searchsorted(_a, _v, side='right', out_int32=True)",
            "torch.searchsorted(_a, 3.0)",
            "torch.bucketize(_v, _a)",
            "torch.bucketize(_v, _a, right=True)",
            "torch.bucketize(3.0, _a)",
            "torch.bucketize(_v, _a, out_int32=True)",
        ],
        dict(_a=exactly([1.0, 3.0, 5.0, 7.0]), _v=exactly([[0.0, 1.0, 2.0], [9.0, 3.0, NAN]])),
    ),
    Row(
        "_searchsorted",
        "torch.searchsorted(_a, _v)",
        dict(_a=exactly([[1.0, 3.0, 5.0], [0.0, 2.0, 4.0]]), _v=exactly([[2.0, 3.0], [2.0, 3.0]])),
    ),
    *errors(
        "_searchsorted",
        [
            "torch.searchsorted(a.view(2, 2), a)",
            "torch.bucketize(a, a.view(2, 2))",
        ],
        dict(a=distinct(4)),
    ),
]
