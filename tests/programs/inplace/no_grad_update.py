import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
print(w._version)
for _ in range(2):
    w.grad = None
    (w ** 2).sum().backward()
    with torch.no_grad():
        w -= 0.1 * w.grad
print(w, w._version, w.is_leaf)
