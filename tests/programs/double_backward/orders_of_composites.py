import torch
import torch.nn.functional as F

x = torch.tensor([[0.5, -1.25, 1.75], [0.3, 0.9, -0.6]], requires_grad=True)
v = torch.tensor([0.25, -0.75, 1.5], requires_grad=True)

print(torch.autograd.grad(F.cosine_similarity(v, x, dim=-1).sum(), (v, x)))
print(torch.autograd.grad(torch.inner(x[:1, :1], v[:1]).sum(), (x, v)))
print(torch.autograd.grad(F.linear(x, v[None], x.sum()).sum(), (v, x)))
print(torch.autograd.grad(F.linear(x[None], x * v, v[:2][None]).sum(), (v, x)))

for shape in ((), (2, 1), (2, 2)):
    try:
        print(F.linear(v, x, torch.ones(shape)))
    except RuntimeError as error:
        print(error)
