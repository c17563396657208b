import torch

x = torch.tensor([1.0], requires_grad=True)
loss = (x ** 2).sum()
loss.backward()
print(loss.data[0])
