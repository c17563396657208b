import torch

v = torch.ones(3, requires_grad=True)
M = torch.ones(2, 3, requires_grad=True)
N = torch.ones(3, 4, requires_grad=True)
B = torch.ones(5, 2, 3, requires_grad=True)
for name, y in {
    'v @ v': v @ v, 'M @ v': M @ v, 'M @ N': M @ N, 'v @ N': v @ N, 'B @ N': B @ N, 'B @ v': B @ v,
    'B @ B.mT': B @ B.mT, 'bmm': torch.bmm(B, B.transpose(1, 2)), 'dot': torch.dot(v, v),
    'mv': M.mv(v), 'mm': M.mm(N), 'outer': torch.outer(v, v), 'addmm': torch.addmm(torch.ones(4), M, N),
    'einsum': torch.einsum('ij,jk->ik', M, N), 'tensordot': torch.tensordot(M, N, dims=1),
}.items():
    print(f'{name:9}', tuple(y.shape), y.grad_fn.name())
