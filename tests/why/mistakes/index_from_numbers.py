import torch
x = torch.tensor([0.5, 1.5], requires_grad=True)
idx = x.int()
table = torch.tensor([10.0, 20.0, 30.0], requires_grad=True)
out = table[idx.long()].sum()
out.backward()
print(table.grad)
print(x.grad)
# -> x none 3 integer
