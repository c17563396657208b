"""Rows of the losses that compare two tensors element by element."""

from . import Row, exactly, ints, normal, positive

NAN, INF = float("nan"), float("inf")
HALF = ("float16", "float32", "float64")
KINK = "at the kink finite differences see both sides"
PAIR = dict(x=normal(3, 2), y=normal(3, 2))
FLOAT = ("float32",)

NAMES = {
    "mse_loss": "_mse_loss _mse_loss_backward",
    "l1_loss": "",
    "smooth_l1_loss": "_smooth_l1_loss _smooth_l1_loss_backward",
    "huber_loss": "_huber_loss _huber_loss_backward",
}

ROWS = [
    row
    for name, ops in NAMES.items()
    for row in (
        Row(ops, f"F.{name}(x, y)", PAIR, HALF),
        Row(ops, f"F.{name}(x, y, reduction='sum')", PAIR),
        Row(ops, f"F.{name}(x, y, reduction='none')", PAIR),
        Row(ops, f"F.{name}(x, y)", dict(x=normal(), y=normal())),
        Row(ops, f"F.{name}(x, y)", dict(x=normal(3, 2), y=normal(2)), note="broadcast, with a warning"),
        Row(ops, f"F.{name}(x, y)", dict(x=normal(2), y=normal(3, 1))),
        Row(ops, f"F.{name}(x.t(), y.t())", PAIR, FLOAT),
        Row(ops, f"F.{name}(x, y)", dict(x=normal(0, 2), y=normal(0, 2)), FLOAT),
        Row(ops, f"F.{name}(x, _y)", dict(x=normal(4), _y=normal(4))),
        Row(ops, f"F.{name}(x, y, reduction='none')", dict(x=exactly([1.0, 2.0, -1.0, 0.0, INF, NAN]), y=exactly([1.0, 1.0, 0.0, 5.0, 0.0, 1.0])),
            checks=False, note=KINK),
        Row(ops, f"F.{name}(x, y)", dict(x=normal(3), y=normal(2)), FLOAT, error=True),
        Row(ops, f"F.{name}(x, y, reduction='median')", dict(x=normal(3), y=normal(3)), FLOAT, error=True),
        Row(ops, f"F.{name}(x, y)", dict(x=ints(3), y=ints(3)), FLOAT, error=True),
        Row(ops, f"F.{name}(x, 3)", dict(x=normal(3)), FLOAT, error=True),
        Row(ops, f"F.{name}(x)", dict(x=normal(3)), FLOAT, error=True),
        Row(ops, f"F.{name}(x, y, weight=_w)" if name != "smooth_l1_loss" else f"F.{name}(x, y, beta=0.5)",
            dict(x=normal(3), y=normal(3), _w=positive(3))),
    )
]  # fmt: skip
ROWS += [
    Row("_mse_loss", "F.mse_loss(x, y, size_average=False)", PAIR),
    Row("_mse_loss", "F.mse_loss(x, y, reduce=False)", PAIR),
    Row("_mse_loss", "F.mse_loss(x, y, size_average=True, reduce=True)", PAIR),
    Row("_mse_loss", "F.mse_loss(x, y, reduction='elementwise_mean')", PAIR),
    Row("_mse_loss", "F.mse_loss(x, y, reduction='sum', weight=w)", dict(x=normal(3), y=normal(3), w=positive(3))),
    Row("_mse_loss", "F.mse_loss(x, y, reduction='none', weight=w)", dict(x=normal(3), y=normal(3), w=positive(3))),
    Row("_mse_loss", "F.mse_loss(x, y, weight=w)", dict(x=normal(3), y=normal(3), w=positive(2)), FLOAT, error=True),
    Row("_mse_loss", "F.mse_loss(x * 2, x)", dict(x=normal(3))),
    Row("", "F.l1_loss(x, y, reduction='sum')", dict(x=ints(3), y=ints(3)), FLOAT),
    Row("", "F.l1_loss(x, y, weight=w)", dict(x=normal(3), y=normal(3), w=positive(3))),
    Row("_smooth_l1_loss", "F.smooth_l1_loss(x, y, beta=0)", PAIR),
    Row("_smooth_l1_loss", "F.smooth_l1_loss(x, y, beta=-1)", PAIR, FLOAT, error=True),
    Row("_huber_loss", "F.huber_loss(x, y, delta=0.7)", PAIR),
    Row("_huber_loss", "F.huber_loss(x, y, 'sum', 0.7, w)", dict(x=normal(3), y=normal(3), w=positive(3))),
    Row("_huber_loss", "F.huber_loss(x, y, delta=0)", PAIR, FLOAT, error=True),
    Row("", "F.gaussian_nll_loss(x, y, v)", dict(x=normal(3, 2), y=normal(3, 2), v=positive(3, 2))),
    Row("", "F.gaussian_nll_loss(x, y, v, full=True, reduction='sum')", dict(x=normal(3, 2), y=normal(3, 2), v=positive(3, 1))),
    Row("", "F.gaussian_nll_loss(x, y, v, reduction='none')", dict(x=normal(3, 2), y=normal(3, 2), v=positive(3))),
    Row("", "F.gaussian_nll_loss(x, y, 0.5)", PAIR),
    Row("", "F.gaussian_nll_loss(x, y, -0.5)", PAIR, FLOAT, error=True),
    Row("", "F.gaussian_nll_loss(x, y, v)", dict(x=normal(3), y=normal(3), v=exactly([1.0, -1.0, 1.0])), FLOAT, error=True),
    Row("", "F.gaussian_nll_loss(x, y, v)", dict(x=normal(3), y=normal(3), v=positive(2)), FLOAT, error=True),
    Row("", "F.gaussian_nll_loss(x, y, v, reduction='all')", dict(x=normal(3), y=normal(3), v=positive(3)), FLOAT, error=True),




]  # fmt: skip
