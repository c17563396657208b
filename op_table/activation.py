"""Rows of the activations and softmax."""

from . import Row, bools, distinct, exactly, ints, normal

NAN, INF = float("nan"), float("inf")
KINK = "at the kink finite differences see both sides"
HALF = ("float16", "float32", "float64")

# name: the operators behind F.<name>
UNITS = {
    "relu": "relu _threshold_backward",
    "leaky_relu": "_leaky_relu _leaky_relu_backward",
    "elu": "_elu _elu_backward",
    "celu": "_celu",
    "selu": "",
    "gelu": "_gelu _gelu_backward",
    "silu": "_silu",
    "mish": "_mish",
    "softplus": "_softplus _softplus_backward",
    "logsigmoid": "_log_sigmoid_forward _log_sigmoid_backward",
    "softsign": "",
    "tanhshrink": "",
    "tanh": "",
    "sigmoid": "",
    "hardtanh": "_hardtanh _hardtanh_backward",
    "relu6": "",
    "hardsigmoid": "_hardsigmoid _hardsigmoid_backward",
    "hardswish": "_hardswish _hardswish_backward",
    "softshrink": "_softshrink _softshrink_backward",
    "hardshrink": "hardshrink _hardshrink_backward",
}
IN_PLACE = [
    "relu",
    "leaky_relu",
    "elu",
    "celu",
    "selu",
    "silu",
    "mish",
    "hardtanh",
    "relu6",
    "hardsigmoid",
    "hardswish",
]
EXTREMES = [-INF, -200.0, -6.0, -3.0, -1.0, -0.5, -0.0, 0.0, 0.5, 1.0, 3.0, 6.0, 25.0, 200.0, INF]
ROUGH = {"hardsigmoid": "PyTorch has no second derivative"}

ROWS = [
    row
    for name, ops in UNITS.items()
    for row in (
        Row(ops, f"F.{name}(x)", dict(x=normal(3, 4, scale=2.0)), HALF, name not in ROUGH, note=ROUGH.get(name, "")),
        # PyTorch's gelu of float32 vectors is approximate where it is small.
        Row(
            ops, f"F.{name}(x)", dict(x=exactly(EXTREMES)), HALF[2 if name == "gelu" else 1 :], checks=False, note=KINK
        ),
        # So few that PyTorch's vector units leave them alone: gradients at NaN are not the same in there.
        Row(ops, f"F.{name}(x)", dict(x=exactly([NAN, 1.0])), ("float32",), checks=False, note=KINK),
        Row(ops, f"F.{name}(x)", dict(x=normal()), checks=name not in ROUGH, note=ROUGH.get(name, "")),
        Row(ops, f"F.{name}(x.t())", dict(x=normal(2, 3)), ("float32",), name not in ROUGH, note=ROUGH.get(name, "")),
        Row(ops, f"F.{name}(x)", dict(x=normal(0, 2)), ("float32",), name not in ROUGH, note=ROUGH.get(name, "")),
    )
]
ROWS += [
    Row(
        "",
        f"F.{name}(x)",
        dict(x=ints(3)),
        ("float32",),
        error=name not in ["relu", "tanh", "sigmoid", "softsign", "tanhshrink", "hardtanh", "relu6"],
    )
    for name in UNITS
]
ROWS += [
    Row("_leaky_relu_in_place _elu_in_place _celu_in_place", f"F.{name}(x * 1.5, inplace=True)", dict(x=normal(3, 2)),
        checks=name not in ROUGH, note=ROUGH.get(name, ""))
    for name in IN_PLACE
]  # fmt: skip
ROWS += [
    # rectified linear units
    Row("relu", "torch.relu(x)", dict(x=normal(4))),
    Row("relu", "torch.relu_(x * 1.0)", dict(x=normal(4))),
    Row("relu", "(x * 1.0).relu_()", dict(x=normal(4))),
    Row("relu", "torch.relu(x)", dict(x=ints(4, low=-3, dtype="int8"))),
    Row("relu", "torch.relu(x)", dict(x=bools(4)), ("float32",), error=True),
    Row("relu", "torch.relu(3)", {}, ("float32",), error=True),
    Row("_leaky_relu", "F.leaky_relu(x, 0.2)", dict(x=normal(5))),
    Row("_leaky_relu", "F.leaky_relu(x, negative_slope=-0.2)", dict(x=normal(5))),
    Row("_leaky_relu_in_place", "F.leaky_relu_(x * 1.0, -0.2)", dict(x=normal(5)), checks=False, note="an error"),
    Row("_threshold", "F.threshold(x, 0.3, 20.0)", dict(x=normal(3, 4)), HALF),
    Row("_threshold", "torch.threshold(x, 0, 2)", dict(x=exactly([0.0, -0.0, NAN, 1.0])), checks=False, note=KINK),
    Row("_threshold", "F.threshold(x, 1, 0)", dict(x=ints(5))),
    Row("_threshold", "F.threshold(x, 1, 0)", dict(x=bools(5)), ("float32",), error=True),
    Row("_threshold_in_place", "F.threshold(x * 1.0, 0.3, 20.0, True)", dict(x=normal(4))),
    Row("_prelu_kernel _prelu_kernel_backward", "F.prelu(x, w)", dict(x=normal(3, 4), w=normal(4)), HALF),
    Row("_prelu_kernel", "F.prelu(x, w)", dict(x=normal(2, 3, 4), w=normal(3))),
    Row("_prelu_kernel", "torch.prelu(x, w)", dict(x=normal(2, 3), w=normal(1))),
    Row("_prelu_kernel", "x.prelu(w)", dict(x=normal(3), w=normal())),
    Row("_prelu_kernel", "F.prelu(x, w)", dict(x=normal(), w=normal(1))),
    Row(
        "_prelu_kernel",
        "F.prelu(x, w)",
        dict(x=exactly([0.0, -0.0, NAN, 1.0, -1.0]), w=normal(1)),
        checks=False,
        note=KINK,
    ),
    Row("_prelu_kernel", "F.prelu(x, _w)", dict(x=normal(2, 3), _w=normal(1))),
    Row("_prelu_kernel", "F.prelu(_x, w)", dict(_x=normal(2, 3), w=normal(3))),
    Row("_prelu_kernel", "F.prelu(x, w)", dict(x=normal(2, 3), w=normal(2)), ("float32",), error=True),
    Row("_prelu_kernel", "F.prelu(x, w)", dict(x=normal(2, 3), w=normal(1, 3)), ("float32",), error=True),
    Row("_prelu_kernel", "F.prelu(x, w)", dict(x=normal(), w=normal(3)), ("float32",), error=True),
    Row("_prelu_kernel", "F.prelu(x, w)", dict(x=ints(2, 3), w=normal(3)), ("float32",), error=True),
    Row("_prelu_kernel", "F.prelu(x, 2)", dict(x=normal(2, 3)), ("float32",), error=True),
    # exponential linear units
    Row("_elu", "F.elu(x, 2.5)", dict(x=normal(4))),
    Row("_elu_in_place", "F.elu_(x * 1.0, 2.5)", dict(x=normal(4))),
    Row("_elu_in_place", "F.elu_(x * 1.0, -2.5)", dict(x=normal(4)), checks=False, note="an error"),
    Row("_elu", "torch.selu(x)", dict(x=normal(4))),
    Row("_elu_in_place", "torch.selu_(x * 1.0)", dict(x=normal(4))),
    # smooth gates
    Row("_gelu", "F.gelu(x, approximate='tanh')", dict(x=normal(3, 4, scale=2.0)), HALF),
    Row("_gelu", "F.gelu(x, approximate='cubic')", dict(x=normal(3)), ("float32",), error=True),
    Row("_gelu", "F.gelu(3)", {}, ("float32",), error=True),
    Row("_glu _glu_backward", "F.glu(x)", dict(x=normal(3, 4)), HALF),
    Row("_glu", "F.glu(x, 0)", dict(x=normal(4, 3))),
    Row("_glu", "F.glu(x, dim=-2)", dict(x=normal(2, 4, 1))),
    Row("_glu", "F.glu(x)", dict(x=normal(3)), ("float32",), error=True),
    Row("_glu", "F.glu(x)", dict(x=normal()), ("float32",), error=True),
    Row("_glu", "F.glu(x, 2)", dict(x=normal(2, 2)), ("float32",), error=True),
    Row("_softplus", "F.softplus(x, 2.0, 1.5)", dict(x=normal(3, 4)), HALF),
    Row("_softplus", "F.softplus(x, threshold=0.5)", dict(x=normal(3, 4))),
    # piecewise linear
    Row("_hardtanh", "F.hardtanh(x, -0.5, 2)", dict(x=normal(3, 4)), HALF),
    Row("_hardtanh", "F.hardtanh_(x * 1.0)", dict(x=normal(3))),
    Row("_hardtanh", "F.hardtanh(x, 0, 2)", dict(x=ints(4, dtype="uint8"))),
    Row("_hardtanh", "F.hardtanh(x)", dict(x=ints(4, dtype="uint8")), ("float32",), error=True),
    Row("_hardtanh", "F.hardtanh(x)", dict(x=bools(4)), ("float32",), error=True),
    Row("_hardtanh", "F.hardtanh(x, 2, 1)", dict(x=normal(4)), ("float32",), error=True),
    Row("_softshrink", "F.softshrink(x, 0.8)", dict(x=normal(4))),
    Row("_softshrink", "F.softshrink(x, -1)", dict(x=normal(4)), error=True),
    Row("hardshrink", "torch.hardshrink(x, lambd=0.8)", dict(x=normal(4))),
    Row("hardshrink", "x.hardshrink(0.8)", dict(x=normal(4))),
    # softmax
    Row("_softmax _softmax_backward_data", "F.softmax(x, 1)", dict(x=normal(3, 4)), HALF),
    Row("_softmax", "torch.softmax(x, dim=0)", dict(x=normal(3, 4))),
    Row("_softmax", "x.softmax(-1)", dict(x=normal(2, 3, 4))),
    Row("_softmax", "x.t().softmax(1)", dict(x=normal(3, 4))),
    Row("_softmax", "x.softmax(0)", dict(x=normal())),
    Row("_softmax", "x.softmax(1)", dict(x=normal(3, 0))),
    Row("_softmax", "F.softmax(x, 0)", dict(x=exactly([1000.0, 1000.0, -1000.0])), checks=False, note="saturated"),
    Row(
        "_softmax",
        "F.softmax(x, 1)",
        dict(x=exactly([[INF, 1.0], [-INF, -INF], [NAN, 0.0], [-INF, 0.0]])),
        checks=False,
        note="not finite",
    ),
    Row("_softmax", "torch.softmax(x, 0, dtype=torch.float64)", dict(x=normal(3)), ("float16", "float32")),
    Row("_softmax", "x.softmax(0, torch.float32)", dict(x=ints(3))),
    Row("_softmax", "F.softmax(x, dim=-1, dtype=torch.float64)", dict(x=normal(2, 2))),
    Row("_softmax", "F.softmax(x)", dict(x=normal(2, 2, 2))),
    Row("_softmax", "F.softmax(x)", dict(x=normal(2, 2))),
    Row("_softmax", "F.softmin(x, 1)", dict(x=normal(2, 3))),
    Row("_softmax", "F.softmin(x)", dict(x=normal(3))),
    Row("_softmax", "F.softmax(x, 2)", dict(x=normal(2, 2)), ("float32",), error=True),
    Row("_softmax", "F.softmax(x, 0)", dict(x=ints(3)), ("float32",), error=True),
    Row("_softmax", "F.softmax(x, 0)", dict(x=ints(3, 2)), ("float32",), error=True),
    Row("_log_softmax _log_softmax_backward_data", "F.log_softmax(x, 1)", dict(x=normal(3, 4)), HALF),
    Row("_log_softmax", "torch.log_softmax(x, dim=0)", dict(x=normal(3, 4))),
    Row("_log_softmax", "x.log_softmax(-1)", dict(x=normal(2, 3, 4))),
    Row("_log_softmax", "x.log_softmax(0)", dict(x=normal())),
    Row("_log_softmax", "x.log_softmax(0)", dict(x=normal(0, 3))),
    Row("_log_softmax", "F.log_softmax(x, 0)", dict(x=exactly([1000.0, 0.0, -1000.0])), checks=False, note="saturated"),
    Row(
        "_log_softmax",
        "F.log_softmax(x, 1)",
        dict(x=exactly([[INF, 1.0], [-INF, -INF], [NAN, 0.0], [-INF, 0.0]])),
        checks=False,
        note="not finite",
    ),
    Row("_log_softmax", "F.log_softmax(x)", dict(x=normal(2, 2))),
    Row("_log_softmax", "F.log_softmax(x, 0)", dict(x=bools(3)), ("float32",), error=True),
    Row("", "F.gumbel_softmax(x, 0.7)", dict(x=normal(3, 4))),
    Row("", "F.gumbel_softmax(x, hard=True, dim=0)", dict(x=distinct(3, 4)), checks=False, note="a step function"),
]
