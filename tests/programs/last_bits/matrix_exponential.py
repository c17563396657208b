# The polynomial depends on the norm; the derivatives are exponentials of a matrix twice as large.
import torch

torch.manual_seed(0)
for dtype in torch.float32, torch.float64:
    A = torch.randn(3, 3, dtype=dtype)
    for scale in 1e-20, 1e-7, 1e-4, 1e-2, 0.2, 0.5, 2.0:
        x = (A * scale).requires_grad_()
        (g,) = torch.autograd.grad(torch.matrix_exp(x).sum(), x, create_graph=True)
        (h,) = torch.autograd.grad(g.pow(2).sum(), x)
        print(scale, [part.hex() for part in torch.cat([torch.matrix_exp(x), g, h]).flatten().tolist()])
    stack = torch.randn(2, 3, 3, dtype=dtype) * torch.tensor([[[0.1]], [[4.0]]], dtype=dtype)
    print([part.hex() for part in torch.matrix_exp(stack).flatten().tolist()])
