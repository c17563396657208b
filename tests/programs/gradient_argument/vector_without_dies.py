import torch

x = torch.arange(3.0, requires_grad=True)
y = x * x
print(y)
y.backward()
print("never reached")
