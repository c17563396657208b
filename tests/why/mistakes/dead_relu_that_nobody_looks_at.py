import torch
x = torch.tensor([1.0, 2.0])
w = torch.tensor([-1.0, -1.0], requires_grad=True)
y = torch.relu(w * x)
y.sum().backward()
# -> w zero 4 dead_relu
