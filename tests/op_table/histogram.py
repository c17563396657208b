"""Rows of histograms with edges."""

from . import Row, exactly, normal, positive

FLOAT = ("float32",)
POINTS = dict(_x=normal(4, 5), _w=positive(4, 5))
NOTE = "no derivative"

ROWS = [
    *[
        Row("_histogram", f"torch.histogram({call})", POINTS, checks=False, note=NOTE)
        for call in (
            "_x, 4", "_x", "_x, 3, range=(-1., 1.)", "_x, 4, weight=_w", "_x, 4, density=True", "_x, 4, weight=_w, density=True", "_x[:0], 2",
        )
    ],
    Row("_histogram_of_edges", "torch.histogram(_x, _x[0].sort()[0], weight=_w)", POINTS, checks=False, note=NOTE),
    Row("_histogram", "torch.histogram(x, 3, weight=w)", dict(x=normal(5), w=positive(5)), FLOAT, checks=False, note=NOTE),
    Row("_histogram_of_edges", "torch.histogram(x, w.cumsum(0), weight=v)", dict(x=normal(5), w=positive(4), v=positive(5)), FLOAT, checks=False, note=NOTE),
    Row("", "_x.histogram(3)", POINTS, FLOAT),
    Row("", "torch.histogram(torch.ones(3), 2)", {}, FLOAT),
    Row("", "torch.histogram(_x, 2, range=(0., 2.))", dict(_x=exactly([0.0, 2.0, float("nan"), 1.0, 3.0])), FLOAT),
    *[
        Row("", f"torch.histogramdd({call})", dict(_x=normal(6, 2), _w=positive(6)), FLOAT)
        for call in ("_x, 3", "_x, [2, 3]", "_x, (_w[:3].sort()[0], _x[:4, 1].sort()[0])", "_x, 2, weight=_w", "_x, [2, 2], density=True", "_x, 2, range=(-1., 1., 0., 1.)")
    ],
    *[
        Row("", f"torch.{call}", POINTS, FLOAT, error=True)
        for call in (
            "histogram(_x, 0)", "histogram(_x, 2, range=(2., 1.))", "histogram(_x, 2, range=(2.,))", "histogram(_x.long(), 2)",
            "histogram(_x.half(), 2)", "histogram(_x, 2, range=(1., float('inf')))", "histogram(_x / 0, 2)", "histogram(_x, 2, weight=_w[0])",
            "histogram(_x, 2, weight=_w.long())", "histogram(_x, _x)", "histogram(_x, _x[0, :1])", "histogram(_x, torch.arange(3))",
            "histogram(_x, 2.5)", "histogramdd(_x[0], 2)", "histogramdd(_x, [2, 3])",
        )
    ],
]  # fmt: skip
