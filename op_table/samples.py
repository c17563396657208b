"""Rows of LU factors and what is solved with them, and of what PyTorch's own samples of further operators showed."""

from . import HALF, Row, bools, each, errors, exactly, ints, normal

SQUARE, WIDE, TALL, STACK = (dict(a=normal(*shape)) for shape in ((3, 3), (2, 4), (4, 2), (2, 3, 3)))
SYSTEM = dict(a=normal(3, 3), b=normal(3, 2))
STACKS = dict(a=normal(2, 3, 3), b=normal(2, 3, 2))
LONG = dict(dtypes=("float64",))  # float32 loses too many digits on the way
LU = "torch.linalg.lu_factor(a)"
L = "torch.linalg.cholesky(a @ a.mT + 2 * torch.eye(3, dtype=a.dtype))"
SINGULAR = dict(a=exactly([[1.0, 2.0], [2.0, 4.0]]))

ROWS = [
    *[Row("cholesky_solve", call, inputs) for inputs in (SYSTEM, STACKS) for call in
        (f"torch.cholesky_solve(b, {L})", f"b.cholesky_solve({L}.mT, upper=True)")],
    *each("cholesky_inverse", f"torch.cholesky_inverse({L}); {L}.mT.cholesky_inverse(upper=True)", **SQUARE),
    *errors("cholesky_solve cholesky_inverse", "torch.cholesky_solve(a, torch.eye(3)); torch.cholesky_solve(torch.eye(3), a);"
        "torch.cholesky_inverse(a); torch.cholesky_inverse(torch.eye(2).half()); torch.cholesky_inverse(torch.ones(2, 3))", a=normal(3)),



    *each("", "torch.linalg.matmul(a, b); torch.special.logsumexp(a, 0)", **SYSTEM),
]  # fmt: skip

# In-place forms, and what they and others refuse.
ROWS += [
    *each("addmm baddbmm addmv addr", "(a * 1).addmm_(b, a); (a * 1).addmm_(b, a, beta=2, alpha=0.5); (a[0] * 1).addmv_(b, a[0]);"
        "(a * 1).addr_(b[0], a[0]); (a[None] * 1).baddbmm_(b[None], a[None])", a=normal(3, 3), b=normal(3, 3)),
    *each("_cumsum _cumprod", "(a * 1).cumsum_(0); (a * 1).cumprod_(-1)", a=normal(3, 2)),
    *each("_cumsum _cumprod", "_i.clone().cumsum_(0); _i.clone().cumprod_(0)", dict(dtypes=("float32",)), _i=ints(3, 2, dtype="int32")),
    *errors("addmm", "a[0].clone().addmm_(a, a); a[:1, 0].clone().addmv_(a, a[0]); a.clone().cumsum_(0, dtype=torch.float64); a.clone().cumsum_(5);"
        "a[0].clone().baddbmm_(a[None], a[None])", a=normal(3, 3)),
    *errors("_cumsum", "torch.cumsum(_b, 0, dtype=torch.bool); _b.clone().cumprod_(0); torch.linalg.cross(_b, _b); torch.dist(_b, _b); torch.dist(_i, _i)",
        a=normal(3), _b=bools(3), _i=ints(3)),
    *each("", "F.pad(a[None], (1, 1), 'reflect').stride(); a[0].sum_to_size(())", a=normal(3, 3)),
    *each("", "list(reversed(a)); a.is_cpu; a.layout; torch.typename(a); a.is_sparse", a=normal(2, 2)),

]  # fmt: skip
ROWS += [
    *errors("", "torch.linspace(a, 1, 3); torch.linspace(0, a, 3); torch.logspace(a, a[0], 3); torch.arange(2, dtype=torch.bool); torch.bitwise_and(2, 3); torch.rsub(2, 3); torch.addcmul(_b, _b, _b); torch.median(_b[None], 1); F.adaptive_avg_pool2d(a[None], (2, 2)); F.avg_pool3d(a.reshape(1, 1, 1, 1, 3)[:0, 0], 2, padding=-1)",
        a=normal(3), _b=bools(3)),
    *each("", "F.conv_transpose1d(a, a, padding=1, stride=2).stride(); torch.gather(a, 1, _i.mT.contiguous().mT).stride();"
        "torch.multinomial(a[0].abs(), 2).stride()", a=normal(3, 3, 3), _i=ints(3, 3, 3, high=3)),
    *each("_rsub_scalar _fmod_scalar", "1 - a; 1.5 - a; torch.rsub(a, 2, alpha=0.5); torch.fmod(a, 2); torch.fmod(a, 0.75)", HALF, a=normal(4)),
    *errors("", "F.conv2d(a, a, dilation=-1); F.conv2d(a, a, dilation=0)", a=normal(1, 1, 3, 3)),
    Row("_searchsorted", "torch.searchsorted(_b, _b[:0])", dict(a=normal(1), _b=bools(3)), dtypes=("float32",)),
]  # fmt: skip

# Few random combinations of the columns of a large matrix.
ROWS += [
]  # fmt: skip

# Arguments at their edges.
ROWS += [
    *each("", "torch.linalg.matrix_norm(a[:0, :0], 1); torch.linalg.matrix_norm(a[:, :0], 2); torch.linalg.norm(a[:0], math.inf);"
        "torch.clamp(a, a[:1], a[0]); torch.round(a, decimals=0)", dict(checks=False, note="nothing to vary"),
        a=normal(2, 3)),
    *errors("", "torch.linalg.matrix_norm(a[:0], -2); torch.amin(a[:, :0], -1); torch.amax(a[:, :0], 1); torch.group_norm(a[0], 1); torch.round(a.long(), decimals=0); torch.round(a.long(), decimals=1); F.conv2d(a[None, None], a[None], padding='same'); F.max_pool3d(a[None, None, :, :, :0], 1)", a=normal(2, 3)),
    Row("_clamp", "torch.clamp(a, b, c).sum()", dict(a=normal(4, 4), b=normal(1, 4, 4), c=normal(4, 4)), checks=False,
        note="PyTorch fails to differentiate it"),
]  # fmt: skip

ROWS += [
]  # fmt: skip
