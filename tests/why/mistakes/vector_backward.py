import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * 2
y.backward()
# -> y error 5 non_scalar
