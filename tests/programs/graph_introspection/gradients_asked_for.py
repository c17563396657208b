import torch
import torch.nn.functional as F
torch.manual_seed(0)
q, k, v = (torch.randn(1, 1, 2, 3, requires_grad=True) for _ in range(3))
b = F.scaled_dot_product_attention(q, k, v, is_causal=True)
print(torch.autograd.grad(b.sum(), q))
x = torch.randn(3, 2, requires_grad=True); w = torch.ones(2, requires_grad=True); bb = torch.zeros(2, requires_grad=True)
y = F.layer_norm(x, (2,), w, bb); print(torch.autograd.grad(y.sum(), bb, retain_graph=True), torch.autograd.grad(y.sum(), w))

y = torch.lerp(x, x * 2, torch.rand(3, 2, requires_grad=True)); print(torch.autograd.grad(y.sum(), x))
g = torch.rand(1, 2, 2, 2, requires_grad=True); im = torch.randn(1, 1, 3, 3, requires_grad=True)
y = F.grid_sample(im, g, align_corners=False); print(torch.autograd.grad(y.sum(), g, retain_graph=True)); print(torch.autograd.grad(y.sum(), im))
p = torch.ones(1, requires_grad=True); y = F.prelu(x, p); print(torch.autograd.grad(y.sum(), p, retain_graph=True), torch.autograd.grad(y.sum(), x))
a, c = torch.randn(2, 3, requires_grad=True), torch.randn(2, 3, requires_grad=True)
y = torch.cdist(a, c); print(torch.autograd.grad(y.sum(), a)); y = torch.linalg.solve(torch.eye(3) + a.T @ c, a.T); print(torch.autograd.grad(y.sum(), c))
