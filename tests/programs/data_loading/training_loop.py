import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
x = torch.randn(20, 2)
y = (x[:, 0] - x[:, 1] > 0).long()
train = DataLoader(TensorDataset(x, y), batch_size=8, shuffle=True)
net = nn.Sequential(nn.Linear(2, 4), nn.ReLU(), nn.Dropout(0.1), nn.Linear(4, 2))
opt = torch.optim.Adam(net.parameters(), lr=0.05)
loss_fn = nn.CrossEntropyLoss()
for epoch in range(3):
    net.train()
    total = 0.0
    for xb, yb in train:
        loss = loss_fn(net(xb), yb)
        opt.zero_grad()
        loss.backward()
        opt.step()
        total += loss.item() * len(xb)
    net.eval()
    with torch.no_grad():
        accuracy = (net(x).argmax(1) == y).float().mean()
    print(epoch, f'{total / len(x):.5f}', accuracy)
