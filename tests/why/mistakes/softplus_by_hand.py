import torch
x = torch.full((4,), 200.0, requires_grad=True)
y = torch.log(1 + torch.exp(x))
y.sum().backward()
print(x.grad)
# -> x nan 3 exp_overflow
