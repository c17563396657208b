import torch
from torch.utils.data import DataLoader, TensorDataset

X = torch.arange(10.0).reshape(5, 2)
y = torch.arange(5.0)
for xb, yb in DataLoader(TensorDataset(X, y), batch_size=2):
    print(xb, yb)
torch.manual_seed(0)
loader = DataLoader(TensorDataset(X, y), batch_size=2, shuffle=True, drop_last=True)
print(len(loader), [yb.tolist() for _, yb in loader])
