import torch

w = torch.tensor([3.0, 2.0], requires_grad=True)
loss = (w * w).sum()
w.data[0] = 1.0
loss.backward()
print(w.grad)
# -> w wrong 5 saved_changed_unseen
