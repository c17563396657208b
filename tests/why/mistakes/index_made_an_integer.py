import torch
w = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
scale = torch.tensor(1.7, requires_grad=True)
k = scale.long()
out = w[k] * 2
out.backward()
print(scale.grad)
# -> scale none 4 integer
