import torch
from torch.utils.data import DataLoader, TensorDataset
torch.manual_seed(0)
def train(model, loader, opt, loss_fn):
    model.train()
    total = 0.
    for x, y in loader:
        opt.zero_grad()
        loss = loss_fn(model(x), y)
        loss.backward()
        opt.step()
        total += loss.item()
    return total
@torch.no_grad()
def evaluate(model, loader):
    model.eval()
    hits = sum((model(x).argmax(1) == y).sum().item() for x, y in loader)
    return hits
data = TensorDataset(torch.randn(12, 3), torch.randint(0, 2, (12,)))
loader = DataLoader(data, batch_size=4)
model = torch.nn.Sequential(torch.nn.Linear(3, 8), torch.nn.ReLU(), torch.nn.Linear(8, 2))
opt = torch.optim.Adam(model.parameters())
for e in range(2):
    print(train(model, loader, opt, torch.nn.CrossEntropyLoss()), evaluate(model, loader))
