import torch

a = torch.tensor(1.0, requires_grad=True)
b = torch.tensor(2.0, requires_grad=True)
both = torch.tensor([a, b], requires_grad=True)
(both ** 2).sum().backward()
print(a.grad, b.grad)
# -> a none 5 new_tensor
# -> b none 5 new_tensor
