import torch

x = torch.ones(2,2, requires_grad = True)
z = (x+2) * (x+2) * 3
out = z.mean()
out.backward()
print(x.grad)
