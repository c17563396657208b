import torch

w = torch.tensor(0.0, requires_grad=True)
loss = w ** 2
loss.backward()
print(w.grad)
