import torch
from torch import nn

torch.manual_seed(0)
images, target = torch.randn(8, 1, 10, 10), torch.arange(8) % 4
for make in (torch.optim.SGD, torch.optim.AdamW, torch.optim.RMSprop):
    model = nn.Sequential(
        nn.Conv2d(1, 4, 3, padding=1), nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(100, 16),
        nn.LayerNorm(16), nn.GELU(), nn.Linear(16, 8), nn.Tanh(), nn.Linear(8, 4),
    )
    optimizer = make(model.parameters(), lr=0.01)
    for step in range(4):
        loss = nn.functional.cross_entropy(model(images), target)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
    print(make.__name__, loss.item(), model[0].weight.grad.sum().item())
