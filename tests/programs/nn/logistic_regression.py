import torch
from torch import nn

torch.manual_seed(0)
X = torch.randn(20, 2)
y = (X[:, 0] + X[:, 1] > 0).float().unsqueeze(1)
model = nn.Linear(2, 1)
criterion = nn.BCEWithLogitsLoss()
opt = torch.optim.SGD(model.parameters(), lr=0.5)
for _ in range(10):
    opt.zero_grad()
    loss = criterion(model(X), y)
    loss.backward()
    opt.step()
acc = ((model(X) > 0).float() == y).float().mean()
print(f'{loss.item():.4f} {acc.item():.2f}')
