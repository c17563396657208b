import torch

w = torch.tensor([2.0, -1.0], requires_grad=True)
shared = (w * 3).tanh()
a, b = shared.sum(), shared.prod()
a.backward(retain_graph=True)
print(w.grad)
b.backward()
print(w.grad)
try:
    a.backward()
except RuntimeError as error:
    print(str(error)[:60])
