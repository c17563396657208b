"""Rows of linear algebra. Signs of vectors that LAPACK is free to choose are kept out of the expressions."""

from . import Row, exactly, normal, positive
from .reduce import HALF, each, errors

# Far from singular, without close eigenvalues, whatever the random numbers are.
EYE = "torch.eye({n}, dtype=a.dtype)"
SQUARE = "(a + torch.diag(torch.tensor([3., -4., 5.], dtype=a.dtype)))"
POSITIVE = "(a @ a.mT + torch.diag(torch.tensor([1., 3., 6.], dtype=a.dtype)))"
SYMMETRIC = "(a + a.mT + torch.diag(torch.tensor([0., 5., 10.], dtype=a.dtype)))"
TALL = "(a + 4 * torch.eye(4, 3, dtype=a.dtype)[:, [1, 0, 2]] * torch.tensor([1., 2., 3.], dtype=a.dtype))"


def on(matrix, ops, calls, inputs, **options):
    """Rows for expressions in which `A` stands for `matrix`."""
    return each(ops, [call.replace("A", matrix) for call in calls], inputs, **options)


MATRIX = dict(a=normal(3, 3))
STACK = dict(a=normal(2, 3, 3))
SYSTEM = dict(a=normal(3, 3), b=normal(3, 2), _b=normal(3, 2))
STACKS = dict(a=normal(2, 3, 3), b=normal(2, 3, 2))
VECTORS = dict(a=normal(2, 3), b=normal(2, 3))
SINGULAR = dict(a=exactly([[1.0, 2.0], [2.0, 4.0]]))
NOT_A_MATRIX = [
    "{}(torch.zeros(3))",
    "{}(torch.zeros(2, 3))",
    "{}(torch.eye(2).long())",
    "{}(torch.eye(2).half())",
]


def refused(ops, name):
    """Rows for what a function of square matrices refuses."""
    return errors(ops, [text.format(name) for text in NOT_A_MATRIX], dict(a=normal(1)))


ROWS = [
    # determinants
    *on(SQUARE, "_linalg_det", ["A.det()", "torch.linalg.det(A)", "torch.det(A.mT)"], MATRIX),
    *on(SQUARE, "_linalg_det", ["torch.linalg.det(A)"], STACK),
    *each(
        "_linalg_det",
        ["a.det()"],
        SINGULAR,
        checks=False,
        note="PyTorch's gradient is 0 without create_graph, and right with it",
    ),
    Row("_linalg_det", "a.det()", dict(a=normal(1, 1))),
    Row("_linalg_det", "a.det()", dict(a=normal(0, 0)), checks=False, note="empty"),
    *on(
        SQUARE,
        "_linalg_slogdet",
        ["A.slogdet()", "torch.linalg.slogdet(A)", "torch.slogdet(A).logabsdet"],
        MATRIX,
    ),
    *on(SQUARE, "_linalg_slogdet", ["torch.linalg.slogdet(A)"], STACK),
    *on(POSITIVE, "_linalg_slogdet", ["A.logdet()", "torch.logdet(A)"], STACK),
    *on(SQUARE, "_linalg_slogdet", ["A.logdet()"], MATRIX, checks=False, note="NaN"),
    *each(
        "_linalg_slogdet",
        ["a.detach().slogdet()", "a.detach().logdet()"],
        dict(a=exactly([[0.0, 0.0], [0.0, 0.0]])),
    ),
    *refused("_linalg_det", "torch.linalg.det"),
    *refused("_linalg_slogdet", "torch.slogdet"),
    *refused("_linalg_slogdet", "torch.logdet"),
    # inverses
    *on(
        SQUARE,
        "_linalg_inv_ex",
        ["A.inverse()", "torch.linalg.inv(A)", "torch.inverse(A.mT)"],
        MATRIX,
    ),
    *on(SQUARE, "_linalg_inv_ex", ["torch.linalg.inv(A)"], STACK),
    *errors(
        "_linalg_inv_ex",
        [
            "a.inverse()",
            "torch.linalg.inv(torch.stack([torch.eye(2), a]))",
        ],
        SINGULAR,
    ),
    *refused("_linalg_inv_ex", "torch.linalg.inv"),
    *on(
        TALL,
        "_linalg_pinv",
        [
            "torch.linalg.pinv(A)",
            "torch.linalg.pinv(A, rtol=0.01)",
            "torch.linalg.pinv(A.mT, atol=0.001)",
        ],
        dict(a=normal(4, 3)),
    ),
    *on(SYMMETRIC, "_linalg_pinv", ["torch.linalg.pinv(A, hermitian=True)"], MATRIX),
    Row("_linalg_pinv", "torch.linalg.pinv(a)", SINGULAR, checks=False, note="the rank changes nearby"),
    *errors(
        "_linalg_pinv",
        ["torch.linalg.pinv(torch.zeros(3))", "torch.linalg.pinv(torch.eye(2).long())"],
        MATRIX,
    ),
    # equations
    *on(
        SQUARE,
        "_linalg_solve_ex",
        [
            "torch.linalg.solve(A, b)",
            "torch.linalg.solve(A, b[:, 0])",
            "torch.linalg.solve(A, b.mT, left=False)",
            "torch.linalg.solve(_b.T @ _b + 2 * torch.eye(2, dtype=_b.dtype), b[:2])",
            "torch.linalg.solve(A, _b)",
        ],
        SYSTEM,
    ),
    *on(
        SQUARE,
        "_linalg_solve_ex",
        [
            "torch.linalg.solve(A, b)",
            "torch.linalg.solve(A, b[..., 0])",
            "torch.linalg.solve(A, b[0])",
            "torch.linalg.solve(A[0], b)",
        ],
        STACKS,
    ),
    *errors(
        "_linalg_solve_ex",
        [
            "torch.linalg.solve(a, a)",
            "torch.linalg.solve(a, torch.zeros(3))",
            "torch.linalg.solve(a, torch.zeros(3, 2))",
            "torch.linalg.solve(a, torch.zeros(2, 3), left=False)",
            "torch.linalg.solve(a[:1], a)",
            "torch.linalg.solve(a, a.long())",
            "torch.linalg.solve(a.half(), a.half())",
        ],
        SINGULAR,
    ),
    *on(
        SQUARE,
        "_linalg_solve_triangular",
        [
            "torch.linalg.solve_triangular(A, b, upper=True)",
            "torch.linalg.solve_triangular(A, b, upper=False)",
            "torch.linalg.solve_triangular(A, b.mT, upper=True, left=False)",
            "torch.linalg.solve_triangular(A, b, upper=False, unitriangular=True)",
            "torch.linalg.solve_triangular(A, _b, upper=True)",
        ],
        SYSTEM,
    ),
    *on(
        SQUARE,
        "_linalg_solve_triangular",
        [
            "torch.linalg.solve_triangular(A, b, upper=True)",
            "torch.linalg.solve_triangular(A[0], b, upper=True)",
        ],
        STACKS,
    ),
    *errors(
        "_linalg_solve_triangular",
        [
            "torch.linalg.solve_triangular(a, a[0], upper=True)",
            "torch.linalg.solve_triangular(a, torch.zeros(3, 2), upper=True)",
            "torch.linalg.solve_triangular(a[:1], a, upper=True)",
            "torch.linalg.solve_triangular(a.long(), a.long(), upper=True)",
        ],
        SINGULAR,
    ),
    # decompositions
    *on(
        POSITIVE,
        "_linalg_cholesky_ex",
        ["torch.linalg.cholesky(A)", "torch.linalg.cholesky(A, upper=True)", "torch.linalg.cholesky_ex(A)"],
        MATRIX,
    ),
    *on(POSITIVE, "_linalg_cholesky_ex", ["torch.linalg.cholesky(A)"], STACK),
    *errors(
        "_linalg_cholesky_ex",
        [
            "torch.linalg.cholesky(-a)",
            "torch.linalg.cholesky(a - torch.eye(2))",
            "torch.linalg.cholesky(torch.stack([torch.eye(2), -a]))",
            "torch.linalg.cholesky_ex(-a, check_errors=True)",
        ],
        SINGULAR,
    ),
    *refused("_linalg_cholesky_ex", "torch.linalg.cholesky"),
    *on(
        SYMMETRIC,
        "_linalg_eigh",
        [
            "torch.linalg.eigh(A)[0]",
            "torch.linalg.eigh(A).eigenvectors.abs()",
            "torch.linalg.eigvalsh(A)",
            "torch.linalg.eigvalsh(A, UPLO='U')",
        ],
        MATRIX,
    ),
    *on(SYMMETRIC, "_linalg_eigh", ["torch.linalg.eigvalsh(A)", "torch.linalg.eigh(A)[1].square()"], STACK),
    *errors(
        "_linalg_eigh",
        [
            "torch.linalg.eigh(a, UPLO='X')",
            "torch.linalg.eigh(a[0])",
            "torch.linalg.eigh(a[:1])",
            "torch.linalg.eigvalsh(a.long())",
        ],
        SINGULAR,
    ),
    *on(
        TALL,
        "_linalg_svd",
        [
            "torch.linalg.svd(A).S",
            "torch.linalg.svdvals(A)",
            "torch.linalg.svdvals(A.mT)",
            "torch.linalg.svd(A, full_matrices=False).U.abs()",
            "torch.linalg.svd(A.mT, full_matrices=False).Vh.abs()",
            "torch.linalg.svd(A)[0][:, :3].square()",
            "torch.svd(A).V.square()",
            "A.svd()[1]",
            "torch.svd(A.mT)[0].abs()",
            "torch.svd(A, compute_uv=False).S",
        ],
        dict(a=normal(4, 3)),
    ),
    *on(SQUARE, "_linalg_svd", ["torch.linalg.svdvals(A)"], STACK),
    *errors(
        "_linalg_svd",
        [
            "torch.linalg.svd(a[0])",
            "torch.linalg.svd(a.long())",
            "torch.linalg.svd(a * float('nan'))",
            "torch.svd(a[0])",
            "torch.linalg.svdvals(a.half())",
        ],
        SINGULAR,
    ),
    *on(
        TALL,
        "_linalg_qr",
        [
            "torch.linalg.qr(A)",
            "torch.linalg.qr(A.mT)",
            "torch.linalg.qr(A)[0]",
            "torch.linalg.qr(A).R",
            "torch.linalg.qr(A.mT, mode='complete')",
        ],
        dict(a=normal(4, 3)),
    ),
    *on(SQUARE, "_linalg_qr", ["torch.linalg.qr(A)"], STACK),
    *each(
        "_linalg_qr",
        ["torch.linalg.qr(_a, 'r')", "torch.linalg.qr(_a, 'complete')"],
        dict(_a=normal(4, 3)),
    ),
    *errors(
        "_linalg_qr",
        [
            "torch.linalg.qr(a[0])",
            "torch.linalg.qr(a.long())",
            "torch.linalg.qr(a, 'full')",
            "torch.linalg.qr(a, 'r')[1].sum().backward()",
            "torch.linalg.qr(torch.cat([a, a]), 'complete')[0].sum().backward()",
        ],
        SINGULAR,
    ),
    # norms
    *on(
        TALL,
        "_vector_norm _linalg_svd",
        [
            f"torch.linalg.matrix_norm(A, {ord})"
            for ord in ("'fro'", "'nuc'", "2", "-2", "1", "-1", "float('inf')", "-float('inf')")
        ],
        dict(a=normal(4, 3)),
    ),
    *on(
        SQUARE,
        "_vector_norm _linalg_svd",
        [
            "torch.linalg.matrix_norm(A)",
            "torch.linalg.matrix_norm(A, 2, keepdim=True)",
            "torch.linalg.matrix_norm(A, 1, dim=(0, 1))",
            "torch.linalg.matrix_norm(A, 'nuc', dim=(2, 0), keepdim=True)",
            "torch.linalg.matrix_norm(A, float('inf'), dim=(0, 2), keepdim=True)",
            "torch.linalg.matrix_norm(A, dtype=torch.float64)",
            "A.norm('nuc', dim=(1, 2))",
        ],
        STACK,
    ),
    *on(
        TALL,
        "_vector_norm _linalg_svd",
        [
            "torch.linalg.norm(A)",
            "torch.linalg.norm(A, 2)",
            "torch.linalg.norm(A, 1)",
            "torch.linalg.norm(A, 'fro')",
            "torch.linalg.norm(A, 2, dim=1)",
            "torch.linalg.norm(A[0], 3)",
            "torch.linalg.norm(A, 2, dim=(0, 1), keepdim=True)",
            "A.norm(p='nuc')",
        ],
        dict(a=normal(4, 3)),
    ),
    Row("_vector_norm", "torch.linalg.norm(a)", dict(a=normal())),
    *errors(
        "_vector_norm",
        [
            "torch.linalg.matrix_norm(a[0])",
            "torch.linalg.matrix_norm(a, 'max')",
            "torch.linalg.matrix_norm(a, 3)",
            "torch.linalg.matrix_norm(a, dim=(0, 0))",
            "torch.linalg.matrix_norm(a, dim=(0,))",
            "torch.linalg.matrix_norm(a, dim=(0, 5))",
            "torch.linalg.matrix_norm(a.long())",
            "torch.linalg.norm(a, 'max')",
            "torch.linalg.norm(a[None], 1)",
            "torch.linalg.norm(a[0], 'fro')",
            "torch.linalg.norm(a[None], 2, dim=(0, 1, 2))",
            "a.norm(p='max')",
            "torch.norm(a[None], 'fro', (0, 1, 2))",
        ],
        SINGULAR,
    ),
    Row("_linalg_det", "a.det()", dict(_a=normal(1), a=normal(2, 2)), dtypes=("float64",)),
    *errors("_linalg_det", ["a.det()"], dict(a=exactly([[1.0, 0.0], [0.0, 1.0]], "float16"))),
    *each("_vector_norm", ["torch.linalg.matrix_norm(a)"], dict(a=normal(2, 2)), dtypes=HALF, checks=False),
    # inner products
    *each("_sum_dim", ["torch.linalg.vecdot(a, b)", "torch.linalg.vecdot(a[0], b, dim=1)"], VECTORS),
    *each("_sum_dim", ["torch.linalg.vecdot(a, b, dim=0)"], VECTORS),
    *each("vdot", ["torch.linalg.vecdot(a[0], b[1])"], VECTORS),
    *errors(
        "_sum_dim vdot",
        [
            "torch.linalg.vecdot(a, b.double())",
            "torch.linalg.vecdot(a.long(), b.long())",
            "torch.linalg.vecdot(a, b[:, :2])",
            "torch.linalg.vecdot(a[0], b[0, :2])",
            "torch.linalg.vecdot(a, b, dim=2)",
        ],
        VECTORS,
    ),
]
TALL = dict(a=normal(4, 3), t=positive(3, high=1.0))
HOUSEHOLDER = "_linalg_householder_product"
ROWS += [
]  # fmt: skip
THREE = dict(a=normal(4, 3), t=positive(3, high=1.0), c=normal(4, 2))
ROWS += [
]  # fmt: skip
