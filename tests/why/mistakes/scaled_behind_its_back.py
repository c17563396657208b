import torch
w = torch.tensor([1.0, 3.0], requires_grad=True)
x = torch.tensor([2.0, 2.0])
h = w * x
out = h ** 2
x.data *= 10
out.sum().backward()
print(w.grad)
# -> w wrong 6 saved_changed_unseen
