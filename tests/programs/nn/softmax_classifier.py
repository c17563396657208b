import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(0)
X = torch.randn(9, 4)
y = torch.tensor([0, 1, 2] * 3)
net = nn.Linear(4, 3)
for step in range(3):
    logits = net(X)
    loss = F.cross_entropy(logits, y)
    net.zero_grad()
    loss.backward()
    with torch.no_grad():
        for p in net.parameters():
            p -= 0.5 * p.grad
    print(f'{loss.item():.4f}', (logits.argmax(1) == y).sum().item())
print(loss.grad_fn.name(), loss.grad_fn.next_functions[0][0].name())
