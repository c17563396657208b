import torch

w = torch.tensor([0.2, -0.4], requires_grad=True)
x = torch.tensor([1.0, 2.0])
y = ((w * x).sum() > 0).float()
loss = (y - 1.0) ** 2
print(loss)
loss.backward()
