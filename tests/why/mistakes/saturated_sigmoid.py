import torch

w = torch.tensor([50.0, 60.0], requires_grad=True)
p = torch.sigmoid(w)
loss = ((p - 0.0) ** 2).sum()
loss.backward()
print(w.grad)
# -> w zero 4 saturated
