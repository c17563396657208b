import torch
from torch import nn

torch.manual_seed(0)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Linear(4, 3)
        self.head = nn.Linear(3, 2)

    def forward(self, x):
        return self.head(torch.relu(self.backbone(x)))

model = Net()
for p in model.backbone.parameters():
    p.requires_grad_(False)
optimizer = torch.optim.SGD([p for p in model.parameters() if p.requires_grad], lr=0.1)
for _ in range(2):
    loss = nn.functional.cross_entropy(model(torch.randn(6, 4)), torch.tensor([0, 1, 0, 1, 1, 0]))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
for name, p in model.named_parameters():
    if p.grad is not None:
        print(name, p.grad.norm())
