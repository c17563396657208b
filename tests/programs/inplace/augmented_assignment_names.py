import torch

w = torch.tensor([4.0, 9.0], requires_grad=True)
y = w + 0
y += 1; print(y.grad_fn.name())
y -= 2; print(y.grad_fn.name())
y *= 3; print(y.grad_fn.name())
y /= 4; print(y.grad_fn.name())
y **= 2; print(y.grad_fn.name())
print(y)
y.sum().backward()
print(w.grad)
