"""Rows of comparisons, logic, tests for special values, and choosing by a condition."""

from . import F32, KINKS, Row, bools, each, errors, exactly, ints, normal

INF, NAN = float("inf"), float("nan")
VALUES = exactly([0.0, -0.0, 1.0, -1.0, INF, -INF, NAN])

COMPARISONS = [
    *[row for name, sign in (("eq", "=="), ("ne", "!="), ("lt", "<"), ("le", "<="), ("gt", ">"), ("ge", ">="))
      for row in [
          *each(
              name,
              f"a {sign} b; a {sign} 0; 1.5 {sign} a; torch.{name}(a, b); a.{name}(0)",
              F32, a=VALUES, b=exactly([0.0, 0.0, 2.0, -1.0, INF, INF, NAN]),
          ),
          *each(name, f"a {sign} b", F32, a=normal(3, 1), b=normal(2)),
          *each(
              name,
              f"i {sign} 2; i {sign} 1.5; u {sign} -1; i {sign} u; p {sign} True; i {sign} p; u {sign} 300",
              F32, i=ints(4), u=ints(4, dtype="uint8"), p=bools(4),
          ),
          *each(
              f"{name} _{name}_number _{name}_tensor",
              f"a.clone().{name}_(1); a.clone().{name}_(b); i.{name}_(i); i.{name}_(1.5)",
              KINKS, a=normal(3), b=normal(3), i=ints(3),
          ),
      ]],
    *each(
        "eq",
        "torch.greater(a, b); a.less_equal(b); torch.not_equal(a, 1); a == None; a != 'x'; a == 'x'; 1 == a",
        F32, a=normal(2), b=normal(2),
    ),
    *each(
        "_isclose",
        "torch.isclose(a, b); a.isclose(b, rtol=0.5); torch.isclose(a, a, equal_nan=True); "
        "torch.isclose(i, i); torch.isclose(i, i + 1, atol=1); torch.isclose(p, p); torch.allclose(a, b); "
        "a.allclose(a, equal_nan=True); torch.isclose(a, b, 0, 0)",
        F32, a=VALUES, b=exactly([1e-09, 0.0, 1.00001, -2.0, INF, INF, NAN]), i=ints(3), p=bools(3),
    ),
    *each("eq", "torch.equal(a, a); a.equal(b); torch.equal(a, i)",
          F32, a=normal(2), b=normal(2), i=ints(2)),

    *errors(
        "eq",
        "a < None; a < 'x'; torch.eq(a, 'x'); torch.eq(1, a); a == b; torch.lt(a, b); a.gt('x'); "
        "torch.isclose(a, i); torch.isclose(a, 1); torch.isclose(a, a, rtol=-1); "
        "torch.equal(a, 1); bool(a); a and 1; torch.is_nonzero(a)",
        a=normal(2), b=normal(3), i=ints(2), p=bools(2),
    ),
]  # fmt: skip

TESTS = [
    *each(
        "isnan isinf isfinite signbit",
        "torch.isnan(a); a.isinf(); a.isfinite(); a.signbit(); torch.is_nonzero(i); torch.is_tensor(a)",
        F32, a=VALUES, i=ints(),
    ),
    *each(
        "isnan isinf isfinite signbit",
        "torch.isnan(i); i.isinf(); i.isfinite(); i.signbit(); p.signbit()",
        F32, i=ints(3, low=-2, high=2), p=bools(2),
    ),
]  # fmt: skip

LOGIC = [
    *each(
        "logical_and logical_or logical_xor logical_not",
        "torch.logical_and(a, i); a.logical_or(p); torch.logical_xor(p, i); a.logical_not(); "
        "p.logical_and_(p); i.logical_not_(); i.logical_or_(p); p.logical_xor_(i)",
        F32, a=VALUES, i=ints(7, high=2), p=bools(7),
    ),
    *each(
        "bitwise_and bitwise_or bitwise_xor bitwise_not",
        "i & j; i | u; i ^ j; ~i; ~p; ~u; p & p; p | True; p ^ p; i & 3; 5 | i; i ^ True; "
        "torch.bitwise_and(i, j); i.bitwise_or(2); torch.bitwise_not(p); torch.bitwise_xor(2, i); "
        "i.bitwise_and_(1); p.__iand__(p)",
        F32, i=ints(4, low=-9, high=9), j=ints(4, low=-9, high=9), u=ints(4, dtype="uint8"), p=bools(4),
    ),
    *each(
        "bitwise_left_shift bitwise_right_shift",
        "i << 2; i >> 1; 1 << j; i << j; i >> 70; i << -1; u << 9; u >> 1; torch.bitwise_left_shift(i, j); "
        "100 >> j; i.bitwise_right_shift_(1)",
        F32, i=ints(4, low=-9, high=9), j=ints(4), u=ints(4, dtype="uint8"),
    ),
    *errors(
        "bitwise_and bitwise_not",
        "~a; a & i; a | 1; i & 1.5; a << 1; i << 1.5; p >> p; a.bitwise_not(); p | None; "
        "torch.logical_and(a, 1)",
        a=normal(2), i=ints(2), p=bools(2),
    ),
]  # fmt: skip

CHOICE = [
    *[Row("_where", "torch.where(c, a, b)", dict(c=bools(*c), a=normal(*a), b=normal(*b)))
      for c, a, b in [((3, 2), (3, 2), (3, 2)), ((3, 1), (2,), ()), ((2,), (3, 1), (3, 1)), ((), (2,), (2,)), ((2,), (), ()), ((0,), (0,), (1,))]],
    *each(
        "_where",
        "torch.where(c, a, 0); torch.where(c, 1.5, a); a.where(c, b); a.where(c, 2); torch.where(c, a, a); "
        "torch.where(a > 0, a, -a); torch.where(c, input=a, other=b)",
        c=bools(3), a=normal(3), b=normal(3),
    ),
    *each(
        "_where",
        "torch.where(c, 1, 0); torch.where(c, 1.0, 0.0); torch.where(c, 1, 0.5); torch.where(c, i, 0.5); "
        "torch.where(c, i, i); torch.where(c, True, False); torch.where(c, u, i)",
        F32, c=bools(3), i=ints(3), u=ints(3, dtype="uint8"),
    ),
    *each(
        "_where",
        "torch.where(c, a, b.double()); torch.where(c, a, i)",
        c=bools(3), a=normal(3), b=normal(3), i=ints(3),
    ),
    *errors(
        "_where",
        "torch.where(a, a, a); torch.where(c, a, b); torch.where(c, a); torch.where(c, 'x', a); "
        "torch.where(1, a, a); a.where(c, 'x')",
        a=normal(2), b=normal(3), c=bools(2),
    ),
]  # fmt: skip

ROWS = [*COMPARISONS, *TESTS, *LOGIC, *CHOICE]
