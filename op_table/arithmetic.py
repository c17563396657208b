"""Rows of the elementwise arithmetic operators: sums, products, quotients, powers, signs, rounding and bounds."""

from . import F32, HALF, KINKS, Row, binary, bools, distinct, each, errors, exactly, ints, normal, positive

SUMS = [
    *binary("add", "a + b"),
    *binary("sub", "a - b"),
    *each(
        "add",
        "a + 2; 2.5 + a; a + True; torch.add(a, a, alpha=3); torch.add(2, a); a.add(1.5, alpha=2)",
        a=normal(3),
    ),
    *each("sub", "a - 2; torch.sub(a, a, alpha=-2); torch.sub(2, a); a.subtract(1)", a=normal(3)),
    *each("_rsub_scalar", "1 - a; torch.rsub(a, 2, alpha=3)", a=normal(2, 2)),
    *each("_rsub", "torch.rsub(a, b); torch.rsub(a, b, alpha=2)", a=normal(2, 1), b=normal(3)),
    *each(
        "add sub",
        "a.clone().add_(b); a.clone().sub_(b, alpha=2); a.clone().add_(1)",
        a=normal(3, 2), b=normal(2),
    ),
    *each("add sub", "i + j; i - j; i + 1.5; 2 - i; i + b; j - b; b - i", i=ints(3), j=ints(3, dtype="int32"),
          b=ints(3, dtype="uint8")),
    *each("add sub", "a + i; i - a; a + u; h + a; h - u", a=normal(2), i=ints(2), u=ints(dtype="uint8"),
          h=ints(2, dtype="int8")),
    *each("add", "p + q; p + 1; p + 1.5", p=bools(3), q=bools(3)),
    *each(
        "add sub",
        "u + 300; u - 3; h + 200; i + 2 ** 63",
        u=ints(3, dtype="uint8"), h=ints(3, dtype="int8"), i=ints(2),
    ),
    Row("add", "a + b.double()", dict(a=normal(3), b=normal(3))),
    Row("add sub", "a.t() + a - a.t()", dict(a=normal(3, 3))),
    *each("add sub", "a + 0.1; a - 1e-3; a + a; a.add(a, alpha=0.3)", HALF, a=normal(5)),
    *each(
        "add",
        "a + float('inf'); a + float('nan'); -0.0 + a",
        dict(checks=False), a=exactly([0.0, 1.0, -1.0]),
    ),
    *errors("add sub", "a - b; a + b; a.add(b); torch.add(b, a, alpha=2)", a=normal(3), b=normal(4)),
    *errors(
        "add sub",
        "_a.add_(_b); i.add_(1.5); i.sub_(_a); a.add_(1); a + 'x'; None - a; [1] + a",
        a=normal(3), _a=normal(3), _b=normal(2, 3), i=ints(3),
    ),
    *errors(
        "add sub",
        "torch.add(a, 'x'); a.sub('x'); torch.add('x', a); a.add(None); torch.add(i, 1, alpha=0.5); "
        "a + 2 ** 70",
        a=normal(2), i=ints(2),
    ),
    *errors(
        "sub _rsub _rsub_scalar",
        "p - p; p - 1; 1 - p; a - True; a - p; torch.rsub(p, p); torch.add(a, a, alpha=True)",
        p=bools(3), a=normal(3),
    ),
]  # fmt: skip

PRODUCTS = [
    *binary("mul", "a * b"),
    *binary("_true_divide", "a / b"),
    *each("mul", "a * 2; 2.5 * a; torch.mul(2, a); a.multiply(3); a * -1; a * 0", a=normal(3)),
    *each(
        "_true_divide",
        "a / 2; torch.div(2, a); a.div(b); a.true_divide(2); torch.divide(a, b)",
        a=normal(3), b=positive(3),
    ),
    *each("reciprocal mul", "1 / a; 2.5 / a; a.reciprocal(); 1 / a ** 2", a=positive(2, 2)),
    *each(
        "mul _true_divide",
        "a.clone().mul_(b); a.clone().div_(b); a.clone().mul_(2); a.clone().div_(2)",
        a=normal(3, 2), b=positive(2),
    ),
    *each(
        "mul _true_divide reciprocal",
        "i * j; i / j; i * 1.5; 1 / j; j.reciprocal(); i / 2; i * p; p / p; p * p",
        i=ints(3), j=ints(3, low=1, dtype="int32"), p=bools(3),
    ),
    *each(
        "mul _true_divide",
        "a / 0; a / b; 0 / a; a * float('inf')",
        dict(checks=False), a=exactly([0.0, 1.0, -1.0, float("inf")]),
        b=exactly([0.0, -0.0, 2.0, float("inf")]),
    ),
    *each("mul _true_divide reciprocal", "a * 0.1; a / 3; a * a; a / a; a.reciprocal()", HALF,
          a=normal(5)),
    *each(
        "_div_no_mode",
        "torch.div(a, b, rounding_mode=None); a.clone().div_(b, rounding_mode=None); i.div(2, rounding_mode=None)",
        a=normal(3, 2), b=positive(2), i=ints(3),
    ),
    *each(
        "_div_mode",
        "torch.div(a, b, rounding_mode='floor'); a.div(b, rounding_mode='trunc'); "
        "a.clone().div_(b, rounding_mode='floor')",
        KINKS, a=normal(3, 2, scale=3), b=normal(2),
    ),
    *each(
        "_div_mode",
        "torch.div(i, j, rounding_mode='floor'); torch.div(i, j, rounding_mode='trunc'); "
        "torch.div(a, 2, rounding_mode='trunc')",
        KINKS, i=ints(4, low=-7, high=8), j=exactly([2, -2, 3, -3], "int64"), a=normal(4, scale=3),
    ),
    *each(
        "floor_divide",
        "torch.floor_divide(_a, 2); _a // _b; i // 2; -7 // j; i // j; _a // 0; 7.5 // _b; u // 2",
        KINKS, _a=normal(4, scale=3), _b=normal(4), i=ints(4, low=-7, high=8),
        j=exactly([2, -2, 3, -3], "int64"), u=ints(4, dtype="uint8"),
    ),
    *each("floor_divide", "a // 2; torch.floor_divide(a, a)", KINKS, a=normal(4, scale=3)),
    *each(
        "_remainder _remainder_scalar",
        "a % b; a % 2; a.clone().remainder_(b); a.clone().remainder_(2); torch.remainder(a, -1.5)",
        KINKS, a=normal(3, 2, scale=3), b=normal(2),
    ),
    *each(
        "_remainder _remainder_scalar _number_remainder",
        "i % j; i % 3; 7 % j; _a % float('inf'); 7 % _a; i % 2.5; _a % 0",
        KINKS, i=ints(4, low=-7, high=8), j=exactly([2, -2, 3, -3], "int64"),
        _a=exactly([4.0, -4.0, -5.5, 0.5]),
    ),
    *each("_number_remainder", "2 % a", KINKS, a=normal(3)),
    *each(
        "_fmod _fmod_scalar",
        "torch.fmod(a, b); a.fmod(2); a.clone().fmod_(b); a.clone().fmod_(-1.5); i.fmod(3); torch.fmod(i, j)",
        KINKS, a=normal(3, 2, scale=3), b=normal(2), i=ints(4, low=-7, high=8),
        j=exactly([2, -2, 3, -3], "int64"),
    ),
    *each(
        "addcmul",
        "torch.addcmul(a, b, c); torch.addcmul(a, b, c, value=0.5); a.clone().addcmul_(b, c, value=2)",
        a=normal(3, 2), b=normal(2), c=normal(3, 1),
    ),
    *each(
        "addcdiv",
        "torch.addcdiv(a, b, c); torch.addcdiv(a, b, c, value=0.5); a.clone().addcdiv_(b, c, value=2)",
        a=normal(3, 2), b=normal(2), c=positive(3, 1),
    ),
    *each("addcmul addcdiv", "a.addcmul(a, a, value=0.3); a.addcdiv(a, a + 5)", HALF, a=normal(5)),
    *each("addcmul", "torch.addcmul(i, i, i, value=2)", i=ints(3)),
    *each(
        "_lerp_scalar",
        "torch.lerp(a, b, 0.3); a.lerp(b, 0.8); a.clone().lerp_(b, 0.5)",
        a=normal(3, 2), b=normal(2),
    ),
    *each(
        "_lerp",
        "torch.lerp(a, b, w); a.clone().lerp_(b, w)",
        a=normal(3, 2), b=normal(2), w=positive(3, 1, low=0.1, high=0.9),
    ),
    *errors(
        "_true_divide",
        "a / b; torch.div(a, 2, rounding_mode='up'); i.div_(2); a.div('x'); torch.div(a, [1]); a.mul(); "
        "a / 'x'",
        a=normal(3), b=normal(2, 2), i=ints(3),
    ),
    *errors(
        "floor_divide",
        "i // 0; i % 0; torch.fmod(i, 0); torch.div(i, 0, rounding_mode='trunc'); p // p; p % p; a @ 2; "
        "'x' * a",
        i=ints(2), p=bools(2), a=normal(2),
    ),
    *errors(
        "_lerp addcdiv",
        "torch.lerp(a, a.double(), 0.5); torch.lerp(i, i, 0.5); torch.lerp(a, a, 'x'); "
        "torch.addcdiv(i, i, i)",
        a=normal(2), i=ints(2),
    ),
]  # fmt: skip

POWERS = [
    *[Row("_pow_scalar", f"a ** {e}", dict(a=positive(3))) for e in ("2", "3", "0.5", "-1", "-2", "-0.5", "1", "0", "2.5", "True")],
    *each(
        "_pow_scalar",
        "a.pow(2); torch.pow(a, 3); a ** 2.0; a.square(); a.clone().pow_(2); a.clone().square_()",
        a=normal(2, 2),
    ),
    *each(
        "_pow_scalar",
        "a ** 2; a ** 3; a ** 0.5; a ** -1; a ** 1; a ** 0",
        KINKS, a=exactly([0.0, -1.0, 2.0]),
    ),
    *each(
        "_pow_scalar",
        "i ** 2; i ** 0; i ** 0.5; i ** 2.5; p ** 2; u ** 3",
        i=ints(4), p=bools(3), u=ints(3, dtype="uint8"),
    ),
    *binary("_pow", "a ** b", left=positive),
    *each(
        "_pow",
        "a ** b; torch.pow(b, b)",
        KINKS, a=exactly([0.0, 0.0, 2.0, -2.0, 0.0]), b=exactly([0.0, 2.0, -1.0, 3.0, -1.0]),
    ),
    *each(
        "_pow",
        "u ** u; i ** a; a.clone().pow_(b)",
        i=ints(3), u=ints(3, dtype="uint8"), a=positive(3), b=normal(3),
    ),
    *each(
        "_pow",
        "i ** j",
        F32, i=exactly([2, -1, 1, -3, 5], "int64"), j=exactly([3, -3, -2, 2, -1], "int64"),
    ),
    *each("_number_pow", "2 ** a; torch.pow(2.5, a); 1 ** a; 10.0 ** a", a=normal(3)),
    *each("_number_pow", "0 ** a; 0.0 ** a", KINKS, a=exactly([0.0, 1.0, 2.0])),
    *each("_number_pow", "2 ** i; 2.5 ** i; (-2) ** i", i=ints(3)),
    *each(
        "_pow_scalar _number_pow _pow",
        "a.float_power(2); torch.float_power(2, a); torch.float_power(a, a); i.float_power(2)",
        a=positive(3), i=ints(3),
    ),
    *each("_pow_scalar _pow _number_pow", "a ** 2; a ** 3; a ** 2.5; a ** a; 2 ** a; a ** -0.5", HALF,
          a=positive(5)),
    *errors(
        "_pow",
        "i ** -1; p ** p; a ** 'x'; torch.pow(a, None); torch.pow(a, b); 'x' ** a; torch.pow(); "
        "i.pow_(0.5)",
        a=normal(3), b=normal(2), i=ints(3), p=bools(3),
    ),
]  # fmt: skip

SIGNS = [
    *each(
        "neg",
        "-a; torch.negative(a); a.clone().neg_(); -i; -u; +a",
        a=normal(2, 2), i=ints(3), u=ints(3, dtype="uint8"),
    ),
    *each(
        "abs",
        "abs(a); a.abs(); torch.absolute(a); a.clone().abs_(); i.abs()",
        a=normal(2, 2), i=ints(3, low=-3),
    ),
    *each(
        "sgn sign",
        "torch.sgn(a); a.sign(); a.clone().sign_(); i.sign(); p.sign(); i.sgn()",
        a=normal(3), i=ints(3, low=-2, high=3), p=bools(3),
    ),
    *each(
        "abs sgn sign",
        "a.abs(); a.sgn(); a.sign()",
        KINKS, a=exactly([0.0, -0.0, float("nan"), float("-inf")]),
    ),
    *each("_copysign", "torch.copysign(a, b); a.clone().copysign_(b)", a=normal(3, 2), b=normal(2)),
    *each(
        "_copysign_scalar",
        "torch.copysign(a, -2); a.copysign(1.0); a.clone().copysign_(-1); i.copysign(-1)",
        a=normal(3), i=ints(3),
    ),
    *each("_copysign", "a.copysign(b)", KINKS, a=exactly([0.0, -0.0, 1.0]), b=exactly([-0.0, 1.0, -0.0])),
    *each("_copysign_scalar", "a.copysign(-2); a.copysign(1.0)", KINKS, a=exactly([0.0, -0.0, 1.0, -1.0])),
    *each(
        "heaviside",
        "torch.heaviside(_a, _b); torch.heaviside(i, i)",
        _a=exactly([0.0, -1.0, 2.0]), _b=normal(3), i=ints(3),
    ),
    *each("heaviside", "torch.heaviside(a, _b)", KINKS, a=exactly([0.0, -1.0, 2.0]), _b=normal(3)),
    *errors("heaviside", "torch.heaviside(a, i); torch.heaviside(a, 1.0)", a=normal(3), i=ints(3)),
    *binary("hypot", "torch.hypot(a, b)"),
    *each(
        "nan_to_num",
        "a.nan_to_num(); torch.nan_to_num(a, nan=1.0, posinf=2.0, neginf=3.0); a.clone().nan_to_num_(5.0); "
        "i.nan_to_num()",
        KINKS, a=exactly([1.0, float("nan"), float("inf"), float("-inf")]), i=ints(2),
    ),
    *each("positive", "+i; a.positive()", i=ints(2), a=normal(2)),
    *errors(
        "neg abs hypot",
        "-p; p.abs(); +p; torch.hypot(i, i); torch.hypot(a, 1.0); torch.neg('x'); torch.neg(); torch.abs(1)",
        a=normal(3), i=ints(3), p=bools(3),
    ),
]  # fmt: skip

ROUNDING = [
    *each(
        "floor ceil trunc frac _round",
        "a.floor(); a.ceil(); a.trunc(); torch.fix(a); a.frac(); a.round()",
        KINKS, a=exactly([0.5, 1.5, 2.5, -0.5, -1.2, 3.0]),
    ),
    *each(
        "floor ceil trunc _round",
        "i.floor(); i.ceil(); i.trunc(); i.round(); a.clone().round_(); a.clone().floor_()",
        KINKS, i=ints(3), a=normal(3, scale=3),
    ),
    *each(
        "_round_decimals",
        "a.round(decimals=1); torch.round(a, decimals=-1); a.clone().round_(decimals=2); a.round(decimals=0)",
        KINKS, a=normal(4, scale=20),
    ),
    *each("frac", "a.frac(); a.clone().frac_()", a=exactly([0.3, -1.4, 2.6])),
    *each(
        "floor _round frac",
        "a.floor(); a.round(); a.frac(); a.round(decimals=1)",
        HALF, a=normal(4, scale=3),
    ),
    *errors(
        "floor ceil trunc frac _round",
        "p.floor(); p.ceil(); p.trunc(); p.round(); i.frac(); i.round(decimals=1); a.round(decimals=1.5)",
        p=bools(2), i=ints(2), a=normal(2),
    ),
]  # fmt: skip

BOUNDS = [
    *[row for op in ("maximum", "minimum", "fmax", "fmin") for row in binary(op, f"torch.{op}(a, b)", distinct, distinct, **KINKS)],
    *[Row(op, f"torch.{op}(a, b)", dict(a=exactly([1.0, 2.0, float("nan"), 3.0]), b=exactly([1.0, 1.0, 1.0, float("nan")])), **KINKS)
      for op in ("maximum", "minimum", "fmax", "fmin")],
    *each(
        "maximum minimum",
        "torch.maximum(i, j); i.minimum(u); torch.fmax(i, j); torch.maximum(p, p); torch.maximum(i, a)",
        i=ints(3), j=ints(3), u=ints(3, dtype="uint8"), p=bools(3), a=normal(3),
    ),
    *each(
        "_clamp_scalar",
        "a.clamp(-0.5, 0.5); a.clamp(min=0); a.clamp(max=0.3); torch.clip(a, -1, 1); a.clamp(1, 0); "
        "a.clone().clamp_(min=0); a.clone().clamp_(-0.5, 0.5); a.clip(0)",
        a=normal(3, 2),
    ),
    *each("_clamp_scalar", "a.clamp(0, 1); a.clamp(min=0); a.clamp(max=0); a.clamp(float('nan'), 1)", KINKS,
          a=exactly([0.0, 1.0, -0.0, float("nan"), 5.0, float("inf")])),
    *each(
        "_clamp_scalar",
        "i.clamp(1, 3); i.clamp(0.5); u.clamp(-1); p.clamp(0, 1); i.clamp(min=2)",
        i=ints(4), u=ints(2, dtype="uint8"), p=bools(2),
    ),
    *each(
        "_clamp",
        "a.clamp(b, c); a.clamp(min=b); a.clamp(max=c); a.clone().clamp_(b, c)",
        a=distinct(3, 2), b=exactly([-0.6, 0.0]), c=exactly([[0.6], [-0.3], [1.0]]),
    ),
    *each(
        "_clamp_min_scalar _clamp_max_scalar",
        "a.clamp_min(0.2); torch.clamp_max(a, 0.2); a.clone().clamp_min_(0); a.clone().clamp_max_(0)",
        a=normal(3),
    ),
    *each(
        "_clamp_min _clamp_max",
        "a.clamp_min(b); torch.clamp_max(a, b); a.clone().clamp_min_(b); a.clone().clamp_max_(b)",
        a=distinct(3, 2), b=exactly([-0.6, 0.1]),
    ),
    *errors(
        "_clamp",
        "a.clamp(); a.clamp('x'); torch.clamp(a, 0, 'x'); torch.clamp(a, min=a, max=1); p.clamp(True); "
        "u.clamp(max=300); torch.maximum(a, 1); a.minimum(2); a.clamp(b)",
        a=normal(3), p=bools(2), u=ints(2, dtype="uint8"), b=normal(2),
    ),
]  # fmt: skip

OUT = [
    *each(
        "add",
        "torch.add(_a, 1, out=_o); torch.mul(_a, _a, out=_e); torch.div(_a, 2, out=_o.double()); "
        "torch.exp(i, out=_o); torch.pow(_a, 2, out=_o)",
        F32, _a=normal(2), _o=normal(2), _e=normal(0), i=ints(2),
    ),
    *errors(
        "add",
        "torch.add(a, 1, out=_o); torch.add(_o, 1, out=a); torch.add(_o, 1, out=i); _o.add(1, out=_o); "
        "torch.exp(_o, out=1)",
        a=normal(2), _o=normal(2), i=ints(2),
    ),
]  # fmt: skip

# PyTorch's formulas use these overloads for a number beside a tensor; here they are seen in the gradients of
# gradients.
FORMULAS = [
    *each(
        "_mul_scalar _add_scalar _div_scalar _sub_scalar",
        "a ** 4; a.maximum(a * 2); a ** a; a.tan(); torch.acosh(a + 2)",
        a=positive(3),
    ),
    Row("_div_scalar", "a.maximum(a.clone())", dict(a=positive(3)), checks=False),
]  # fmt: skip

ROWS = [*SUMS, *PRODUCTS, *POWERS, *SIGNS, *ROUNDING, *BOUNDS, *OUT, *FORMULAS]
