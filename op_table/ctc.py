"""Rows of the CTC loss."""

from . import Row, exactly, ints, normal

FLOAT = ("float32",)
SCORES = dict(x=normal(6, 3, 4), _t=exactly([[1, 2, 2], [3, 1, 0], [2, 1, 3]], "int64"))
ONE = dict(x=normal(5, 4), _t=exactly([1, 2], "int64"))
OPS = "_ctc_loss _ctc_loss_backward"
LENGTHS = "(6, 5, 4), (3, 2, 1)"

ROWS = [
    *[
        Row(OPS, f"F.ctc_loss(x.log_softmax(2), _t, {LENGTHS}, reduction='{how}')", SCORES, checks=False, note="no second derivative")
        for how in ("mean", "sum", "none")
    ],
    Row(OPS, f"F.ctc_loss(x, _t, {LENGTHS})", SCORES, checks=False, note="PyTorch's gradient is that of scores after log_softmax"),
    Row(OPS, f"F.ctc_loss(x, _t, {LENGTHS}, blank=3)", dict(SCORES, _t=ints(3, 3, high=3)), checks=False, note="as above"),
    Row(OPS, "F.ctc_loss(x, _t, torch.tensor([6, 6, 2]), torch.tensor([3, 0, 3]), reduction='none')", SCORES, checks=False,
        note="the last is too long"),
    Row(OPS, "F.ctc_loss(x, _t, (6, 6, 2), (3, 0, 3), reduction='none', zero_infinity=True)", SCORES, checks=False, note="as above"),
    Row(OPS, "F.ctc_loss(x, _t, (6, 0, 0), (3, 0, 1), reduction='none')", SCORES, FLOAT, checks=False, note="no time at all"),
    Row(OPS, "F.ctc_loss(x, _t, (5,), (2,), reduction='none')", ONE, checks=False, note="as above"),
    Row(OPS, "F.ctc_loss(x, _t, torch.tensor(5), torch.tensor(2))", ONE, FLOAT, checks=False, note="as above"),
    Row(OPS, "F.ctc_loss(x, _t[_t > 0][:6].int(), (6, 5, 4), (3, 2, 1))", SCORES, FLOAT, checks=False, note="targets in one row"),
    Row(OPS, "torch.ctc_loss(x, _t, (6, 5, 4), (3, 2, 1), 0, 2)", SCORES, FLOAT, checks=False, note="as above"),
    *[
        Row(OPS, f"F.ctc_loss({call})", SCORES, FLOAT, error=True)
        for call in (
            "x, _t, (6, 7, 4), (3, 2, 1)", "x, _t, (6, -1, 4), (3, 2, 1)", "x, _t, (6, 5, 4), (3, -2, 1)", "x, _t, (6, 5), (3, 2, 1)",
            "x, _t, (6, 5, 4), (3, 2)", "x, _t, (6, 5, 4), (3, 2, 4)", "x, _t[:2], (6, 5, 4), (3, 2, 1)", "x[0, 0], _t, (6,), (3,)",
            "x, _t.view(-1), (6, 5, 4), (3, 2, 1)", "x, _t[0, 0], (6, 5, 4), (3, 2, 1)", "x[:0], _t, (0, 0, 0), (3, 2, 1)",
            "x, _t, (6, 5, 4), (3, 2, 1), blank=4", "x.half(), _t, (6, 5, 4), (3, 2, 1)", "x.long(), _t, (6, 5, 4), (3, 2, 1)",
            "x, _t, torch.tensor([6., 5, 4]), torch.tensor([3, 2, 1])",
            "x, _t, (6, 5, 4), (3, 2, 1), reduction='all'", "x, _t",
        )
    ],
]  # fmt: skip
