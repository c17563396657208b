import torch
torch.manual_seed(0)
a = torch.tensor(0.9, requires_grad=True)
h = torch.ones(5)
for t in range(1, 5):
    h[t] = a * h[t - 1]
h.sum().backward()
# -> h error 6 saved_changed
