import torch
x = torch.arange(3.0, requires_grad=True)
loss = torch.acos(x / 2).sum()
loss.backward()
print(x.grad)
# -> x inf 3 domain
