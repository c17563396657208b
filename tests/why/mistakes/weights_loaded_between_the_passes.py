import torch

best = torch.tensor([0.5, 0.5])
w = torch.tensor([3.0, 2.0], requires_grad=True)
loss = (w ** 2).sum()
w.data = best.clone()
loss.backward()
print(w.grad)
# -> w wrong 6 saved_changed_unseen
