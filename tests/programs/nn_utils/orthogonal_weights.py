import torch
from torch import nn
from torch.nn.utils import parametrizations as PZ
torch.manual_seed(0); torch.set_default_dtype(torch.double)
for shape, kw in (((3, 3), {}), ((2, 4), {}), ((4, 2), {}), ((3, 3), {"orthogonal_map": "cayley"}), ((4, 2), {"orthogonal_map": "matrix_exp"}), ((3, 3), {"orthogonal_map": "householder"})):
    l = PZ.orthogonal(nn.Linear(*shape), **kw)
    Q = l.weight; k = min(Q.shape); P = Q @ Q.T if Q.shape[0] == k else Q.T @ Q
    print(shape, torch.dist(P, torch.eye(k)) < 1e-5); print(Q)
    opt = torch.optim.SGD(l.parameters(), lr=0.1)
    for _ in range(2):
        opt.zero_grad(); loss = ((l(torch.ones(2, shape[0])) - 1) ** 2).mean(); loss.backward(); opt.step()
    print(f"{loss.item():.4f}", l.parametrizations.weight.original.grad.mul(100).round(), torch.dist(l.weight.detach() @ l.weight.detach().T if Q.shape[0] == k else l.weight.detach().T @ l.weight.detach(), torch.eye(k)) < 1e-5)
l = nn.Linear(2, 3); nn.init.orthogonal_(l.weight); w = l.weight.detach().clone()
PZ.orthogonal(l, use_trivialization=False); print(torch.allclose(l.weight, w, atol=1e-5)); print(l)
for bad in (lambda: PZ.orthogonal(nn.Linear(2, 2), "foo"), lambda: PZ.orthogonal(nn.Linear(2, 2), "bias"), lambda: PZ.orthogonal(nn.Linear(2, 2), orthogonal_map="x"), lambda: PZ.orthogonal(nn.Linear(2, 2), orthogonal_map="cayley", use_trivialization=False)):
    try: bad()
    except Exception as e: print(type(e).__name__, e)
A = torch.randn(4, 3, dtype=torch.double); X, tau = torch.geqrf(A); print(torch.dist(torch.linalg.householder_product(X, tau), torch.linalg.qr(A).Q) < 1e-8, tau.shape)
V = torch.randn(4, 2, dtype=torch.double, requires_grad=True); t = torch.rand(2, dtype=torch.double, requires_grad=True); y = torch.orgqr(V, t); print(y.grad_fn)
print(torch.autograd.grad(y.pow(2).sum() + y[0].sum(), (V, t)))
