"""Rows of exponentials, logarithms, trigonometric, hyperbolic and special functions."""

from . import (
    F32,
    HALF,
    KINKS,
    Row,
    binary,
    bools,
    each,
    errors,
    exactly,
    ints,
    normal,
    positive,
    unit,
)

INF, NAN = float("inf"), float("nan")

# Each function with inputs it is defined for.
UNARY = [
    ("sqrt", positive), ("rsqrt", positive), ("exp", normal), ("exp2", normal), ("expm1", normal), ("log", positive),
    ("log2", positive), ("log10", positive), ("log1p", positive), ("sin", normal), ("sinc", normal), ("cos", normal), ("tan", unit),
    ("asin", unit), ("acos", unit), ("atan", normal), ("sinh", normal), ("cosh", normal), ("tanh", normal), ("asinh", normal),
    ("atanh", unit), ("sigmoid", normal), ("erf", normal), ("erfc", normal), ("erfinv", unit),
    ("lgamma", positive), ("digamma", positive),
]  # fmt: skip
OUTSIDE = exactly([0.0, -0.0, 1.0, -1.0, 2.5, -2.5, INF, -INF, NAN])


def unary(name, make):
    """Rows of a function of one tensor: shapes, memory layouts, integers, in place, at the edges of its domain."""
    return [
        Row(name, f"torch.{name}(a)", dict(a=make(3, 2))),
        Row(name, f"a.t().{name}()", dict(a=make(3, 2))),
        Row(name, f"a.{name}()", dict(a=make())),
        Row(name, f"a.{name}()", dict(a=make(0, 2))),
        *([] if name in ("asinh", "atanh") else [Row(name, f"a.clone().{name}_()", dict(a=make(3)))]),
        Row(name, f"torch.{name}(i)", dict(i=ints(3, low=1)), dtypes=("float32",)),
        Row(name, f"torch.{name}(p)", dict(p=bools(3)), dtypes=("float32",)),
        Row(name, f"torch.{name}(a)", dict(a=OUTSIDE), **KINKS),
        Row(name, f"torch.{name}(a)", dict(a=make(5)), **HALF),
    ]


FUNCTIONS = [
    *[row for name, make in UNARY for row in unary(name, make)],
    *each(
        "acosh _acosh_",
        "torch.acosh(a); torch.arccosh(a); _a.acosh_()",
        a=positive(3, low=1.2), _a=positive(3, low=1.2),
    ),
    *each(
        "_asinh_ _acosh_ _atanh_",
        "a.clone().asinh_(); (a + 1).acosh_(); a.clone().arctanh_()",
        KINKS, a=positive(3, high=0.9),
    ),
    *each("acosh", "torch.acosh(a)", KINKS, a=OUTSIDE),
    *each(
        "asin acos atan sinh asinh atanh",
        "torch.arcsin(a); torch.arccos(a); a.arctan(); a.arcsinh()",
        a=unit(2),
    ),
    *each("sigmoid", "(a * 100).sigmoid(); torch.special.expit(a)", a=normal(3)),
    *each(
        "logit",
        "torch.logit(a); a.logit(0.1); a.logit(eps=0.4); a.clone().logit_()",
        a=positive(4, low=0.2, high=0.8),
    ),
    *each("logit", "torch.logit(a); torch.logit(a, 0.1)", KINKS, a=exactly([0.0, 1.0, 0.5, -1.0, 2.0])),
    *each("tanh_backward tanh", "torch.tanh(a); a.tanh() ** 2", a=normal(3)),
    *each("sigmoid_backward sigmoid", "torch.sigmoid(a) * a", a=normal(3)),
    *binary("atan2", "torch.atan2(a, b)"),
    *each(
        "atan2",
        "torch.atan2(a, b); torch.arctan2(a, b); a.clone().atan2_(b)",
        KINKS, a=exactly([0.0, -0.0, 1.0, -1.0]), b=exactly([0.0, -1.0, 0.0, -0.0]),
    ),
    *each("atan2", "torch.atan2(i, i)", F32, i=ints(3)),
    *binary("logaddexp", "torch.logaddexp(a, b)"),
    *each(
        "logaddexp",
        "torch.logaddexp(a, b)",
        KINKS, a=exactly([INF, -INF, 500.0]), b=exactly([1.0, -INF, 500.0]),
    ),
    *errors(
        "exp",
        "torch.exp(); torch.exp('x'); torch.exp(a, 1); a.exp(1); torch.exp(a, foo=1); torch.sin(2); "
        "torch.logaddexp(i, i); torch.atan2(a, 1); torch.log([1, 2]); i.exp_(); i.sqrt_()",
        a=normal(2), i=ints(2),
    ),
]  # fmt: skip

SPECIAL = [
    *each(
        "_xlogy",
        "torch.xlogy(a, b); torch.special.xlogy(a, b); a.clone().xlogy_(b)",
        a=normal(3, 2), b=positive(2),
    ),
    *each(
        "_xlogy_number _xlogy_of_number",
        "torch.xlogy(a, 2.5); torch.xlogy(2, a); a.clone().xlogy_(3)",
        a=positive(3),
    ),
    *each(
        "_xlogy",
        "torch.xlogy(a, b); torch.xlogy(a, 0.0); torch.xlogy(0.0, b)",
        KINKS, a=exactly([0.0, 0.0, 1.0, 0.0, NAN]), b=exactly([0.0, -1.0, 2.0, NAN, 0.0]),
    ),
    *each(
        "_polygamma",
        "torch.polygamma(1, a); a.polygamma(2); torch.special.polygamma(0, a); torch.polygamma(3, a)",
        a=positive(3),
    ),
    *each(
        "_polygamma digamma lgamma",
        "torch.polygamma(1, a); torch.polygamma(2, a); a.digamma(); a.lgamma()",
        KINKS, a=exactly([-0.5, -1.0, 0.0, -2.3]),
    ),
    *each(
        "erf",
        "torch.special.erf(a); torch.special.psi(a); torch.special.gammaln(a); torch.special.exp2(a); "
        "torch.special.log1p(a)",
        KINKS, a=positive(3),
    ),
    *errors(
        "_polygamma",
        "torch.polygamma(-1, a); torch.xlogy(1, 2)",
        a=normal(2),
    ),
]  # fmt: skip

ROWS = [*FUNCTIONS, *SPECIAL]
