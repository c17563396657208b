import torch

x = torch.tensor(3.0, requires_grad=True)
y = x * x
a = y + 1
b = y * 2
a.backward()
b.backward()
# -> b error 7 graph_freed
