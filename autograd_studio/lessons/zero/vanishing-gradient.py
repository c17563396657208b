import torch

w = torch.tensor(8., requires_grad=True)
h = w
for layer in range(5):
    h = torch.sigmoid(h)
h.backward()
print(w.grad)  # tensor(7.2557e-07)
