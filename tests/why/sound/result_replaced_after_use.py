import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
y = torch.exp(w)
loss = y.sum()
y.data = torch.zeros(2)
loss.backward()
w.data = w.data - 0.1 * w.grad
w.grad = None
print(w)
