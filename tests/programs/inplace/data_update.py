import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
(w ** 2).sum().backward()
w.data -= 0.1 * w.grad
print(w, w._version)
w.data = torch.tensor([7.0, 8.0])
print(w, w._version)
w.data.zero_()
print(w, w.is_leaf)
