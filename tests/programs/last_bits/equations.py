# Solutions and inverses by the factors of the very library: least squares in one step of Newton's method.
import torch

torch.manual_seed(0)
A, b = torch.randn(5, 3, dtype=torch.float64), torch.randn(5, dtype=torch.float64)
x = torch.zeros(3, dtype=torch.float64, requires_grad=True)


def half_of_squares(x):
    return 0.5 * torch.sum((A @ x - b) ** 2)


hessian = torch.autograd.functional.hessian(half_of_squares, x)
half_of_squares(x).backward()
step = torch.linalg.solve(hessian, x.grad)
print([part.hex() for part in step.tolist()])

for n in 3, 5, 8:
    M = torch.randn(2, n, n, requires_grad=True)
    sides = torch.randn(2, n, 2, requires_grad=True)
    torch.linalg.solve(M, sides).sum().backward()
    (torch.linalg.inv(M) ** 2).sum().backward()
    print([part.hex() for part in M.grad[:, 0, :3].flatten().tolist()])
    print([part.hex() for part in sides.grad.flatten().tolist()[:3]])
