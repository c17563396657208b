"""Rows for formulas that the rows of their own family do not reach: found by tools/mutation.py."""

from . import KINKS, Row, each, exactly, normal

HALFWAY = dict(checks=False, note="PyTorch's second derivative takes the norms for constants")

ROWS = [
    Row("_index_put_impl", "a[torch.tensor([0, 2, 0])] ** 2", dict(a=normal(3, 2))),
    *each(
        "_weight_norm_interface",
        "torch._weight_norm(v, g, 0); torch._weight_norm(v * 1, g, 0) ** 2",
        HALFWAY, v=normal(3, 2), g=normal(3, 1),
    ),
    *each("_weight_norm_interface", "torch._weight_norm(v, g, 2)", HALFWAY, v=normal(2, 3, 2), g=normal(1, 1, 2)),
    *each("_norm _norm_along", "torch.norm_except_dim(v, 2, 0); torch.norm_except_dim(v, 2, 1); torch.norm_except_dim(v, 2, -1)", v=normal(3, 2, 2)),


    *each("_xlogy", "torch.xlogy(a, b)", KINKS, a=exactly([0.0, 1.0]), b=exactly([0.5, 0.5])),
    *each("_xlogy_number", "torch.xlogy(a, 0.5); torch.xlogy(a, -1.0)", KINKS, a=exactly([0.0, 1.0])),
    Row("_roll", "a.roll((2, 1), (1, 0))", dict(a=normal(2, 3))),
    Row("scatter_add", "a.scatter_add(0, _i, b)", dict(a=normal(3), b=normal(3), _i=exactly([0, 2], "int64")), checks=False,
        note="PyTorch's gradient is an error: it has the shape of the index"),
]  # fmt: skip
