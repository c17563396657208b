import torch
x = torch.tensor([-1.0, 0.0, 2.0], requires_grad=True)
y = torch.relu(x)
y.sum().backward()
