import torch

w = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
mask = (w.detach() > 5).float()
loss = (w * mask).sum()
loss.backward()
print(w.grad)
# -> w zero 5 zero_factor
