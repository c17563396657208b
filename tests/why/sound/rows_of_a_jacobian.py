import torch
x = torch.randn(3, 4, requires_grad=True)
rows = []
y = x.sum(0) ** 2
for i in range(4):
    g, = torch.autograd.grad(y[i], x, retain_graph=True)
    rows.append(g)
print(torch.stack(rows).shape)
