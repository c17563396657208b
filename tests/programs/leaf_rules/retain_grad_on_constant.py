import torch

x = torch.tensor([1.0, 2.0])
try:
    x.retain_grad()
except RuntimeError as e:
    print(e)
w = torch.tensor(1.0, requires_grad=True)
w.retain_grad()
print(w.retains_grad)
