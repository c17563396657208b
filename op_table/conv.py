"""Rows of the convolutions and of the columns they are made of."""

from . import Row, bools, ints, normal

FLOAT = ("float32",)
HALF = ("float16", "float32", "float64")
OPS = "_convolution _convolution_backward"
SEQUENCE = dict(x=normal(2, 3, 6), w=normal(4, 3, 3), b=normal(4))
IMAGE = dict(x=normal(2, 3, 4, 5), w=normal(4, 3, 2, 3), b=normal(4))
PLAIN = dict(x=normal(1, 2, 4, 4), w=normal(2, 2, 2, 2))

ROWS = [
    Row(OPS, "F.conv1d(x, w, b)", SEQUENCE, HALF),
    Row(OPS, "F.conv1d(x, w, b, stride=2, padding=1, dilation=2)", SEQUENCE),
    Row(OPS, "F.conv1d(x, w)", dict(x=normal(3, 6), w=normal(4, 3, 3))),
    Row(OPS, "F.conv1d(x, w, groups=3)", dict(x=normal(2, 3, 6), w=normal(6, 1, 2))),
    Row(OPS, "F.conv1d(x, w, padding='same')", dict(x=normal(2, 3, 5), w=normal(2, 3, 3))),
    Row(OPS, "F.conv1d(x, w, padding='same', dilation=3)", dict(x=normal(1, 2, 7), w=normal(2, 2, 2))),
    Row(OPS, "F.conv1d(x, w, padding='valid')", dict(x=normal(2, 3, 5), w=normal(2, 3, 3))),
    Row(OPS, "F.conv2d(x, w, b)", IMAGE),
    Row(OPS, "F.conv2d(x, w, b, stride=(2, 1), padding=(1, 2))", IMAGE),
    Row(OPS, "F.conv2d(x, w, groups=2)", dict(x=normal(2, 4, 3, 3), w=normal(2, 2, 2, 2))),
    Row(OPS, "F.conv2d(x, w, padding=[1], dilation=2)", PLAIN),
    Row(OPS, "F.conv2d(_x, w, b)", dict(_x=normal(2, 3, 4, 5), w=normal(4, 3, 2, 3), b=normal(4))),
    Row(OPS, "F.conv2d(x, _w)", dict(x=normal(1, 2, 4, 4), _w=normal(2, 2, 2, 2))),
    Row(OPS, "F.conv2d(x.transpose(2, 3), w)", PLAIN),
    Row(OPS, "F.conv2d(_x, _w)", dict(_x=normal(0, 2, 4, 4), _w=normal(2, 2, 2, 2)), FLOAT),
    Row(OPS, "F.conv2d(x, w)", dict(x=ints(1, 2, 4, 4), w=ints(2, 2, 2, 2)), FLOAT),
    Row(OPS, "torch.conv2d(x, w)", PLAIN),
    Row(OPS, "torch.convolution(x, w, None, (1, 1), (0, 0), (1, 1), False, (0, 0), 1)", PLAIN),
    Row(OPS, "F.conv3d(x, w, b, padding=(1, 0, 1))", dict(x=normal(1, 2, 2, 3, 3), w=normal(2, 2, 2, 2, 2), b=normal(2))),
    Row(OPS, "F.conv_transpose1d(x, w, b)", dict(x=normal(2, 3, 4), w=normal(3, 2, 3), b=normal(2))),
    Row(OPS, "F.conv_transpose1d(x, w, stride=2, padding=1, output_padding=1)", dict(x=normal(3, 4), w=normal(3, 2, 3))),
    Row(OPS, "F.conv_transpose1d(x, w, output_padding=1, dilation=2)", dict(x=normal(1, 1, 3), w=normal(1, 1, 2))),
    Row(OPS, "F.conv_transpose2d(x, w, b, groups=2)", dict(x=normal(1, 4, 2, 3), w=normal(4, 1, 2, 2), b=normal(2))),
    Row(OPS, "F.conv_transpose2d(x, w, stride=(2, 1))", dict(x=normal(1, 2, 2, 3), w=normal(2, 3, 2, 2))),
    Row(OPS, "F.conv_transpose3d(x, w)", dict(x=normal(1, 2, 2, 2, 1), w=normal(2, 1, 2, 1, 2))),
    Row("_im2col _col2im", "F.unfold(x, 2)", dict(x=normal(2, 3, 3, 4))),
    Row("_im2col", "F.unfold(x, (2, 3), dilation=2, padding=(1, 2), stride=2)", dict(x=normal(1, 2, 4, 5))),
    Row("_im2col", "F.unfold(x, 2)", dict(x=normal(2, 3, 3))),
]  # fmt: skip

ROWS += [
    Row("", call, inputs, FLOAT, error=True)
    for call, inputs in (
        ("F.conv2d(x, w)", dict(x=normal(1, 3, 4, 4), w=normal(2, 2, 2, 2))),
        ("F.conv2d(x, w)", dict(x=normal(1, 2, 4, 4), w=normal(2, 2, 5, 5))),
        ("F.conv2d(x, w)", dict(x=normal(4, 4), w=normal(2, 2, 2, 2))),
        ("F.conv2d(x, w)", dict(x=normal(1, 2, 4, 4), w=normal(2, 2, 2))),
        ("F.conv2d(x, w)", dict(x=normal(1, 2, 4, 4), w=normal(2))),
        ("F.conv2d(x, w, b)", PLAIN | dict(b=normal(3))),
        ("F.conv2d(x, w, b)", PLAIN | dict(b=normal(2, 1))),
        ("F.conv2d(x, w, b.double())", PLAIN | dict(b=normal(2))),
        ("F.conv2d(x, w.double())", PLAIN),
        ("F.conv2d(x, w, stride=0)", PLAIN),
        ("F.conv2d(x, w, stride=(1, 1, 1))", PLAIN),
        ("F.conv2d(x, w, padding=-1)", PLAIN),
        ("F.conv2d(x, w, padding='full')", PLAIN),
        ("F.conv2d(x, w, padding='same', stride=2)", PLAIN),
        ("F.conv2d(x, w, dilation=0)", PLAIN),
        ("F.conv2d(x, w, groups=0)", PLAIN),
        ("F.conv2d(x, w, groups=2)", PLAIN),
        ("F.conv2d(x, w, groups=8)", PLAIN),
        ("F.conv2d(x, w, groups=2)", dict(x=normal(1, 4, 4, 4), w=normal(3, 2, 2, 2))),
        ("F.conv2d(x, w)", dict(x=bools(1, 2, 3, 3), w=bools(1, 2, 2, 2))),
        ("F.conv2d(x, 3)", dict(x=normal(1, 2, 4, 4))),
        ("F.conv2d(x, w, stride=1.5)", PLAIN),
        ("F.conv2d(x)", dict(x=normal(1, 2, 4, 4))),
        ("F.conv1d(x, w)", dict(x=normal(5), w=normal(2, 2, 2))),
        ("F.conv_transpose2d(x, w)", dict(x=normal(1, 3, 2, 2), w=normal(2, 2, 2, 2))),
        ("F.conv_transpose2d(x, w, b)", PLAIN | dict(b=normal(3))),
        ("F.conv_transpose2d(x, w, output_padding=1)", PLAIN),
        ("F.conv_transpose2d(x, w, output_padding=-1)", PLAIN),
        ("F.conv_transpose2d(x, w, padding=9)", PLAIN),
        ("F.conv_transpose1d(x, w, output_padding=2)", dict(x=normal(1, 2, 4), w=normal(2, 2, 2))),
        ("F.unfold(x, 5)", dict(x=normal(1, 2, 4, 4))),
        ("F.unfold(x, (2, 2, 2))", dict(x=normal(1, 2, 4, 4))),
        ("F.unfold(x, 2, stride=0)", dict(x=normal(1, 2, 4, 4))),
        ("F.unfold(x, 2, padding=-1)", dict(x=normal(1, 2, 4, 4))),
        ("F.unfold(x, 2)", dict(x=normal(4, 4))),
        ("F.unfold(x, 2)", dict(x=normal(1, 0, 4, 4))),
        ("F.unfold(x, 2)", dict(x=ints(1, 2, 4, 4))),
    )
]
