import torch

buf = torch.zeros(3)
w = torch.tensor(2.0, requires_grad=True)
print(buf.requires_grad, buf.is_leaf)
buf += w
print(buf, buf.is_leaf)
buf.sum().backward()
print(w.grad)
