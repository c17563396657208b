import torch

w = torch.tensor(2.0, requires_grad=True)
out = torch.zeros(4)
for i in range(4):
    out[i] = w * i
print(out)
print(out.grad_fn.name(), out._version)
out.sum().backward()
print(w.grad)
