import torch
x = torch.tensor([1., 2.], requires_grad=True)
y = x * 3
y.sum().backward()
assert y.grad is not None, "no gradient"
# -> y none 3 not_leaf
