"""Rows of pooling and adaptive pooling."""

from . import Row, distinct, exactly, ints, normal

FLOAT = ("float32",)
HALF = ("float16", "float32", "float64")
KINK = "at a tie finite differences see both sides"
NAN, INF = float("nan"), float("inf")
MAX2D = "_max_pool2d_with_indices _max_pool2d_with_indices_backward"
MAX3D = "_max_pool3d_with_indices _max_pool3d_with_indices_backward"

ROWS = [
    # the largest
    Row(MAX2D, "F.max_pool2d(x, 2)", dict(x=distinct(2, 2, 4, 4)), HALF),
    Row(MAX2D, "F.max_pool2d(x, (2, 3), stride=(1, 2), padding=(0, 1))", dict(x=distinct(1, 2, 4, 5))),
    Row(MAX2D, "F.max_pool2d(x, 2, dilation=2)", dict(x=distinct(1, 1, 4, 4))),
    Row(MAX2D, "F.max_pool2d(x, 2, ceil_mode=True)", dict(x=distinct(1, 1, 5, 3))),
    Row(MAX2D, "F.max_pool2d(x, 3, 2, 1, 1, True, True)", dict(x=distinct(1, 1, 4, 4))),
    Row(MAX2D, "F.max_pool2d(x, 2, return_indices=True)", dict(x=distinct(2, 4, 4))),
    Row(MAX2D, "F.max_pool2d_with_indices(x, 2)", dict(x=distinct(1, 1, 4, 2))),
    Row(MAX2D, "torch.max_pool2d(x, 2)", dict(x=distinct(1, 1, 4, 2))),
    Row(MAX2D, "F.max_pool2d(x.transpose(1, 2), 2)", dict(x=distinct(2, 4, 2))),
    Row(MAX2D, "F.max_pool2d(x, (1, 2), return_indices=True)", dict(x=exactly([[[3.0, 3.0, -INF, -INF, 1.0, NAN]]])), checks=False, note=KINK),
    Row(MAX2D, "F.max_pool2d(x, 2, padding=1, return_indices=True)", dict(x=exactly([[[-INF, -INF], [-INF, 0.0]]])), checks=False, note=KINK),
    Row(MAX2D, "F.max_pool2d(x, 2)", dict(x=ints(1, 2, 4))),
    Row(MAX2D, "F.max_pool2d(x, 2)", dict(x=normal(0, 2, 4, 4)), FLOAT),
    Row(MAX2D, "F.max_pool1d(x, 2)", dict(x=distinct(2, 2, 4))),
    Row(MAX2D, "F.max_pool1d(x, 3, stride=1, padding=1, return_indices=True)", dict(x=distinct(2, 5))),
    Row(MAX2D, "torch.max_pool1d(_x, 2, ceil_mode=True)", dict(_x=distinct(1, 2, 5))),
    Row(MAX2D, "torch.max_pool1d_with_indices(x, 2)", dict(x=distinct(1, 2, 4))),
    Row(MAX3D, "F.max_pool3d(x, 2)", dict(x=distinct(1, 1, 2, 4, 4))),
    Row(MAX3D, "F.max_pool3d(x, (1, 2, 2), return_indices=True)", dict(x=distinct(1, 2, 2, 4))),
    # the average
    Row("_avg_pool2d _avg_pool2d_backward", "F.avg_pool2d(x, 2)", dict(x=normal(2, 2, 4, 4)), HALF),
    Row("_avg_pool2d", "F.avg_pool2d(x, (2, 3), stride=1, padding=1)", dict(x=normal(1, 2, 3, 4))),
    Row("_avg_pool2d", "F.avg_pool2d(x, 3, 2, 1, count_include_pad=False)", dict(x=normal(1, 1, 4, 4))),
    Row("_avg_pool2d", "F.avg_pool2d(x, 2, ceil_mode=True)", dict(x=normal(1, 5, 3))),
    Row("_avg_pool2d", "F.avg_pool2d(x, 2, ceil_mode=True, padding=1, divisor_override=3)", dict(x=normal(1, 4, 4))),
    Row("_avg_pool2d", "F.avg_pool2d(x, (1, 2))", dict(x=exactly([[[-1, -2, 0, 5]]], "int64")), FLOAT),
    Row("_avg_pool2d", "F.avg_pool1d(x, 2)", dict(x=normal(2, 2, 4))),
    Row("_avg_pool2d", "torch.avg_pool1d(x, (3,), stride=[1], padding=1)", dict(x=normal(2, 4))),
    Row("_avg_pool3d _avg_pool3d_backward", "F.avg_pool3d(x, 2)", dict(x=normal(1, 1, 2, 4, 2))),
    Row("_avg_pool3d", "F.avg_pool3d(x, (1, 2, 2), padding=(0, 1, 0), count_include_pad=False)", dict(x=normal(1, 2, 2, 3))),
    # of adaptive size
    Row("_adaptive_avg_pool2d _adaptive_avg_pool2d_backward", "F.adaptive_avg_pool2d(x, 2)", dict(x=normal(1, 2, 5, 4)), HALF),
    Row("_adaptive_avg_pool2d", "F.adaptive_avg_pool2d(x, (None, 3))", dict(x=normal(2, 2, 4))),
    Row("_adaptive_avg_pool2d", "F.adaptive_avg_pool2d(x, (4, 3))", dict(x=normal(1, 3, 2))),
    Row("", "F.adaptive_avg_pool2d(x, 1)", dict(x=normal(1, 2, 3, 3))),
    Row("_adaptive_avg_pool2d", "F.adaptive_avg_pool1d(x, 2)", dict(x=normal(1, 2, 5))),
    Row("_adaptive_avg_pool3d _adaptive_avg_pool3d_backward", "F.adaptive_avg_pool3d(x, (1, 2, 2))", dict(x=normal(1, 2, 3, 2))),
]  # fmt: skip

IMAGE = dict(x=normal(1, 1, 4, 4))
SEQUENCE = dict(x=normal(1, 1, 4))
VOLUME = dict(x=normal(1, 1, 4, 4, 4))
ROWS += [
    Row("", call, inputs, FLOAT, error=True)
    for inputs, calls in (
        (IMAGE, [
            "F.max_pool2d(x, 0)", "F.max_pool2d(x, 0, stride=1)", "F.max_pool2d(x, 5)", "F.max_pool2d(x, 2, padding=2)",
            "F.max_pool2d(x, 2, padding=-1)", "F.max_pool2d(x, 2, stride=0)", "F.max_pool2d(x, 2, stride=-1)",
            "F.max_pool2d(x, 2, dilation=0)", "F.max_pool2d(x, (2, 2, 2))", "F.max_pool2d(x, 2, (2, 2, 2))",
            "F.max_pool2d(x, 2, padding=(1, 1, 1))", "F.max_pool2d(x, 2, dilation=(1, 1, 1))", "F.max_pool2d(x, 2.0)",
            "F.max_pool2d(x[0, 0], 2)", "F.max_pool2d(x[:, :0], 2)", "F.max_pool2d(x > 0, 2)", "F.max_pool2d(3, 2)",
            "F.avg_pool2d(x, 5)", "F.avg_pool2d(x, 2, padding=2)", "F.avg_pool2d(x, 2, divisor_override=0)",
            "F.avg_pool2d(x, (2, 2, 2))", "F.avg_pool2d(x[0, 0], 2)", "F.avg_pool2d(x[:, :0], 2)", "F.avg_pool2d(x.int(), 2)",
            "F.avg_pool2d(3, 2)", "F.adaptive_avg_pool2d(x, -1)", "F.adaptive_avg_pool2d(x, (1, 2, 3))",
            "F.adaptive_avg_pool2d(x[0, 0], 2)", "F.adaptive_avg_pool2d(x[:, :, :0], 2)", "F.adaptive_avg_pool2d(x.long(), 2)",
            "F.adaptive_avg_pool2d(3, 2)",
        ]),
        (SEQUENCE, [
            "F.max_pool1d(x.long(), 2)", "F.max_pool1d(x, 2, padding=2, return_indices=True)",
            "F.avg_pool1d(x, (2, 2))", "F.avg_pool1d(x, 5)", "F.avg_pool1d(x[0, 0], 2)", "F.adaptive_avg_pool1d(x, (1, 2))",
            "F.adaptive_avg_pool1d(x[0, 0], 2)",
        ]),
        (VOLUME, [
            "F.max_pool3d(x, 5)", "F.max_pool3d(x, (2, 2))", "F.max_pool3d(x, 2, stride=(2, 2))", "F.max_pool3d(x[0, 0], 2)",
            "F.max_pool3d(x, 2, dilation=0)", "F.avg_pool3d(x[0, 0], 2)", "F.avg_pool3d(x.int(), 2)",
            "F.adaptive_avg_pool3d(x, -2)", "F.adaptive_avg_pool3d(x, (1, 2))", "F.adaptive_avg_pool3d(x[0, 0], 2)",
        ]),
    )
    for call in calls
]  # fmt: skip
