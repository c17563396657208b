import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x.sigmoid()
y.data.mul_(0)
loss = y.sum()
loss.backward()
print(x.grad)
# -> x wrong 5 saved_changed_unseen
