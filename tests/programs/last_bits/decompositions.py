# Decompositions by the very library: the signs of vectors and the last bits, and those of the gradients.
import torch


def show(*tensors):
    print([part.hex() for tensor in tensors for part in tensor.detach().flatten().tolist()])


torch.manual_seed(0)
for dtype in torch.float32, torch.float64:
    A = torch.randn(5, 3, dtype=dtype, requires_grad=True)
    square = torch.randn(4, 4, dtype=dtype, requires_grad=True)
    positive = square @ square.T + torch.eye(4, dtype=dtype)

    U, S, Vh = torch.linalg.svd(A, full_matrices=False)
    (U[:, 0].sum() * S.sum() * Vh[0, 0]).backward()
    show(U, S, Vh, A.grad, torch.linalg.svdvals(A.detach()))

    Q, R = torch.linalg.qr(A)
    values, vectors = torch.linalg.eigh(positive)
    L = torch.linalg.cholesky(positive)
    (Q.sum() + R[0].sum() + values[0] * vectors[0].abs().sum() + L.sum()).backward()
    show(Q, R, values, vectors, L, A.grad, square.grad, torch.linalg.eigvalsh(positive.detach()))

    b = torch.randn(4, 2, dtype=dtype)
    show(torch.cholesky_solve(b, L), torch.cholesky_inverse(L), torch.linalg.solve_triangular(L, b, upper=False))
    show(torch.linalg.pinv(A), torch.linalg.det(square), torch.linalg.slogdet(square)[1])
    for driver in "gels", "gelsd", "gelss":
        show(torch.linalg.lstsq(A, A.detach()[:, :1] + 1, driver=driver).solution)

    L, U = torch.linalg.lu(square)[1:]
    (L.sum() + U.sum()).backward()
    show(square.grad)
