"""Rows for formulas that the rows of their own family do not reach: found by tests/mutation.py."""

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
    *each(
        "_xlog1py _xlog1py_number",
        "torch.special.xlog1py(a, b); torch.special.xlog1py(a, -0.5); torch.special.xlog1py(a, -2.0)",
        KINKS, a=exactly([0.0, 0.0, 1.0, 0.0]), b=exactly([-0.5, 0.5, 0.5, -2.0]),
    ),
]  # fmt: skip
