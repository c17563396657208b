import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
loss = (w ** 2).sum()
loss.backward()
w.grad.zero_()
print(w.grad)
# -> w zero 6 cleared
