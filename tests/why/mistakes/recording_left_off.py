import torch
import torch.nn as nn
torch.manual_seed(0)
net = nn.Linear(2, 1)
def evaluate():
    torch.set_grad_enabled(False)
    return net(torch.ones(1, 2)).item()
print(evaluate())
loss = net(torch.ones(1, 2)).sum()
loss.backward()
# -> loss error 6 no_grad
