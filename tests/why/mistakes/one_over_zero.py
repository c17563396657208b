import torch

x = torch.tensor([0.0, 2.0], requires_grad=True)
loss = (1 / x).clamp(max=10.0).add(1 / x).sum()
loss.backward()
print(x.grad)
# -> x nan 4 division_by_zero
