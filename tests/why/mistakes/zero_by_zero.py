import torch

v = torch.zeros(3, requires_grad=True)
total = v.sum()
unit = v / total
unit[0].backward()
print(v.grad)
# -> v nan 5 division_by_zero
