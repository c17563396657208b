import torch

table = torch.arange(10.0).requires_grad_()
position = torch.tensor(3.7, requires_grad=True)
value = table[position.long()]
((value - 5) ** 2).backward()
print(position.grad)
# -> position none 5 integer
