import torch

w = torch.ones(3, 4, requires_grad=True)
for row in w:
    row /= row.norm()
w.sum().backward()
# -> row error 5 leaf_in_place
