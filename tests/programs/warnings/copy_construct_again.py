import torch

x = torch.tensor([1.0, 2.0])
for _ in range(2):
    y = torch.tensor(x)
z = torch.tensor(x, requires_grad=True)
w = x.new_tensor(x)
print(y, z, w)
