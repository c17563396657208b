import torch
import torch.autograd.forward_ad as fwAD

A = torch.tensor([[2.0, 1.0], [0.5, 3.0]], dtype=torch.float64)
V = torch.tensor([[1.0, 0.0], [2.0, -1.0]], dtype=torch.float64)
B = torch.tensor([[1.0, 2.0], [3.0, 4.0]], dtype=torch.float64)
with fwAD.dual_level():
    d = fwAD.make_dual(A, V)
    print(d @ B)
    print(B @ d)
    print(d @ d)
    print(d @ torch.tensor([1.0, -1.0], dtype=torch.float64))
    print(torch.linalg.inv(d))
    print(torch.linalg.det(d))
    print(torch.linalg.solve(d, B))
    print(d.trace(), d.tril(), torch.bmm(d[None], B[None]))
