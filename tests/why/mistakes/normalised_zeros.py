import torch
x = torch.tensor([0.0, 0.0, 1.0], requires_grad=True)
p = x / x.norm()
q = torch.zeros(3, requires_grad=True)
r = q / q.norm()
r.sum().backward()
print(q.grad)
# -> q nan 5 division_by_zero
