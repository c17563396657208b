import torch
torch.manual_seed(0)
def normalise(t):
    t = t.detach()
    return (t - t.mean()) / (t.std() + 1e-5)
w = torch.randn(6, requires_grad=True)
b = torch.zeros(6, requires_grad=True)
loss = (normalise(w * 2) + b).pow(2).sum()
loss.backward()
print(w.grad)
# -> w none 4 detach
