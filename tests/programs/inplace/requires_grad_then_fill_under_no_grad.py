import torch

w = torch.empty(2, 3, requires_grad=True)
with torch.no_grad():
    w.fill_(0.5)
    w[0, 0] = -1
    w[:, 2].zero_()
print(w, w._version)
w.sum().backward()
print(w.grad)
