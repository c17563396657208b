import torch

torch.manual_seed(0)
w = torch.randn(2, requires_grad=True)
b = torch.zeros(2, requires_grad=True)
h = torch.tanh(w * 2)
h.detach_()
loss = (h + b).sum()
loss.backward()
print(w.grad, b.grad)
# -> w none 7 detach
