import torch

torch.manual_seed(2)
x = torch.tensor([[0.5, -1.0]])
W1 = torch.randn(2, 3, requires_grad=True)
W2 = torch.randn(3, 1, requires_grad=True)
target = torch.tensor([[0.7]])
z1 = x @ W1
a1 = torch.tanh(z1)
z2 = a1 @ W2
loss = 0.5 * (z2 - target) ** 2
loss.backward()
with torch.no_grad():
    d2 = z2 - target
    gW2 = a1.t() @ d2
    d1 = (d2 @ W2.t()) * (1 - a1 ** 2)
    gW1 = x.t() @ d1
print(torch.allclose(gW1, W1.grad), torch.allclose(gW2, W2.grad))
print(W1.grad, W2.grad)
