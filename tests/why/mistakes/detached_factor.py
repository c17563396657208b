import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
b = torch.tensor(0.5, requires_grad=True)
scaled = w.detach() * 3
y = (scaled + b).sum()
y.backward()
print(w.grad, b.grad)
# -> w none 5 detach
