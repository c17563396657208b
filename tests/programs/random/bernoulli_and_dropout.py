import torch

torch.manual_seed(0)
print(torch.bernoulli(torch.full((6,), 0.5)))
x = torch.ones(8, requires_grad=True)
y = torch.nn.functional.dropout(x, 0.5)
print(y)
y.sum().backward()
print(x.grad)
print(torch.nn.functional.dropout(x, 0.5, training=False) is x)
