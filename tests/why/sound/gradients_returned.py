import torch
a = torch.tensor(2.0, requires_grad=True)
b = torch.tensor(3.0, requires_grad=True)
ga, gb = torch.autograd.grad(a * b, (a, b))
assert a.grad is None and b.grad is None
lr = 0.1
a = (a - lr * ga).detach().requires_grad_()
print(a, ga, gb)
