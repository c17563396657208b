"""Rows of writes: copy_, fill_, zero_, masked_fill and their kind."""

from . import F32, bools, each, errors, exactly, ints, normal

NAN = float("nan")

ROWS = [
    *each(
        "_copy",
        "a.clone().copy_(b); a.clone().copy_(c); a.clone().copy_(d); a.clone().copy_(b.double()); "
        "a.clone().copy_(2.5); a.clone().copy_(i)",
        a=normal(3, 2), b=normal(3, 2), c=normal(2), d=normal(), i=ints(2),
    ),
    *each(
        "_copy",
        "_a.copy_(_b); i.copy_(_a); p.copy_(_a); u.copy_(_a); _a.t().clone().copy_(_a)",
        F32, _a=exactly([[-1.5, 300.0], [NAN, 2.0]]), _b=normal(2, 2), i=ints(2, 2), p=bools(2, 2),
        u=ints(2, 2, dtype="uint8"),
    ),
    *each(
        "_refill _refill_scalar",
        "a.clone().fill_(2.5); a.clone().fill_(b); a.clone().fill_(i)",
        a=normal(3, 2), b=normal(), i=ints(),
    ),
    *each(
        "_refill_scalar",
        "i.fill_(1.5); u.fill_(-1); p.fill_(2); _a.fill_(True)",
        F32, i=ints(2), u=ints(2, dtype="uint8"), p=bools(2), _a=normal(2),
    ),
    *each("_fill _fill_scalar", "torch.fill(a, 2.5); torch.fill(a, b)", a=normal(3), b=normal()),
    *each("_zero", "a.clone().zero_(); i.zero_(); p.zero_()", a=normal(2, 2), i=ints(2), p=bools(2)),
    *each(
        "_masked_fill_scalar",
        "a.masked_fill(m, 0); torch.masked_fill(a, m, -1.5); a.masked_fill(n, 2); "
        "a.clone().masked_fill_(m, 0); a.clone().masked_fill_(n, 1)",
        a=normal(3, 2), m=bools(3, 2), n=bools(2),
    ),
    *each("_masked_fill_scalar", "a.masked_fill(m, 1)", a=normal(2), m=bools(3, 1)),
    *each(
        "_masked_fill",
        "a.masked_fill(m, b); a.clone().masked_fill_(m, b); a.masked_fill(m, b.double())",
        a=normal(3, 2), m=bools(3, 1), b=normal(),
    ),
    *each(
        "_masked_fill _masked_fill_scalar",
        "i.masked_fill(m, 1.5); i.masked_fill(m, _b); i.masked_fill_(m, 7); p.masked_fill(m, True)",
        F32, i=ints(3), m=bools(3), _b=exactly(1.5), p=bools(3),
    ),

    *errors(
        "_copy _refill _masked_fill",
        "_a.copy_(_b); _a.copy_(_c); _a.copy_('x'); _a.fill_('x'); _a.fill_(_b); a.fill_(1); a.zero_(); "
        "u.fill_(300); _a.masked_fill(u, 1); _a.masked_fill(_a, 1); _a.masked_fill(p, _b); "
        "_a.masked_fill(p, 'x'); _a.masked_fill(q, 0); u.masked_fill(p, 300); _a.masked_fill_(r, 0)",
        a=normal(2), _a=normal(2), _b=normal(3), _c=normal(2, 2), u=ints(2, dtype="uint8"), p=bools(2),
        q=bools(3), r=bools(2, 2),
    ),
]  # fmt: skip
