"""Rows of running sums, products and extremes, of differences and integrals."""

from . import Row, bools, exactly, ints, normal
from .reduce import HALF, INF, MATRIX, NAN, ONE, each, errors

ROWS = [
    *each(
        "_cumsum",
        [
            "a.cumsum(0)",
            "a.cumsum(-1)",
            "torch.cumsum(a, dim=1, dtype=torch.float64)",
            "a.T.cumsum(0)",
            "a[:, :1].cumsum(1)",
        ],
        MATRIX,
    ),
    *each("_cumsum _cumprod", ["a.cumsum(0)", "a.cumprod(-1)"], dict(a=normal())),
    *each("_cumsum _cumprod", ["a.cumsum(1)", "a.cumprod(0)", "a.cumprod(1)"], dict(a=normal(2, 0))),
    *each(
        "_cumsum _cumprod",
        ["a.cumsum(0)", "a.cumprod(1)", "a.cumsum(0, dtype=torch.float32)"],
        dict(a=ints(2, 3)),
        dtypes=ONE,
    ),
    *each("_cumsum _cumprod", ["a.cumsum(0)", "a.cumprod(0)"], dict(a=bools(4)), dtypes=ONE),
    Row("_cumsum", "a.cumsum(0)", dict(a=ints(3, low=100, high=200, dtype="uint8")), dtypes=ONE),
    Row("_cumsum", "a.cumsum(0)", dict(a=exactly([1.0, NAN, 2.0, INF])), checks=False, note="not finite"),
    *each("_cumsum", ["a.cumsum(0)"], dict(a=normal(30)), dtypes=HALF, checks=False),
    Row("_cumsum", "_a.cumsum(0, dtype=torch.int32)", dict(_a=exactly([1.7, -2.7, 0.5])), dtypes=ONE),
    *errors("_cumsum _cumprod", ["a.cumsum(2)", "a.cumprod(-3)"], MATRIX),
    *each(
        "_cumprod",
        [
            "a.cumprod(0)",
            "torch.cumprod(a, dim=-1)",
            "a.cumprod(1, dtype=torch.float64)",
            "a[:, :1].cumprod(1)",
        ],
        dict(a=normal(2, 3)),
    ),
    *each(
        "_cumprod",
        ["a.cumprod(0)", "a.cumprod(1)"],
        dict(a=exactly([[1.5, 0.0, 2.0, 0.0], [3.0, 4.0, 0.5, 2.0], [0.0, 1.0, 2.0, 0.5]])),
    ),
    *each(
        "sub _slice",
        [
            "a.diff()",
            "torch.diff(a, n=2, dim=0)",
            "a.diff(n=5)",
            "a.diff(dim=0, prepend=a[:1])",
            "a.diff(append=torch.zeros(3, 2, dtype=a.dtype))",
            "a.diff(n=0)",
            "a.diff(prepend=a, append=a)",
        ],
        MATRIX,
    ),
    Row("logical_xor", "a.diff()", dict(a=bools(5)), dtypes=ONE),
    Row("sub", "a.diff()", dict(a=ints(5)), dtypes=ONE),
    *errors(
        "sub",
        [
            "a.diff(n=-1)",
            "a.diff(dim=3)",
            "a.diff(append=torch.zeros(3))",
            "a.diff(prepend=torch.zeros(2, 2))",
        ],
        MATRIX,
    ),
    *errors("sub", ["a.diff()"], dict(a=normal())),
]
