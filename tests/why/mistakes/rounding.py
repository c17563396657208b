import torch

w = torch.tensor([0.2, 1.7], requires_grad=True)
q = torch.round(w * 4) / 4
loss = ((q - 1) ** 2).sum()
loss.backward()
print(w.grad)
# -> w zero 4 flat
