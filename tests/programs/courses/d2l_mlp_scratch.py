import torch
from torch import nn

torch.manual_seed(0)
num_inputs, num_hiddens, num_outputs = 4, 5, 2
W1 = nn.Parameter(torch.randn(num_inputs, num_hiddens) * 0.1)
b1 = nn.Parameter(torch.zeros(num_hiddens))
W2 = nn.Parameter(torch.randn(num_hiddens, num_outputs) * 0.1)
b2 = nn.Parameter(torch.zeros(num_outputs))
params = [W1, b1, W2, b2]


def relu(X):
    a = torch.zeros_like(X)
    return torch.max(X, a)


def net(X):
    H = relu(X @ W1 + b1)
    return H @ W2 + b2


X, y = torch.rand(6, 4), torch.tensor([0, 1, 0, 1, 1, 0])
loss = nn.CrossEntropyLoss(reduction='none')
updater = torch.optim.SGD(params, lr=0.1)
for _ in range(2):
    l = loss(net(X), y)
    updater.zero_grad()
    l.mean().backward()
    updater.step()
    print(f'{l.mean().item():.4f}', [f'{p.grad.abs().sum().item():.3f}' for p in params])
