import torch
w = torch.tensor([1.0, 2.0], requires_grad=True)
gate = torch.zeros(2)
out = w * gate
out.sum().backward()
print(w.grad)
# -> w zero 4 zero_factor
