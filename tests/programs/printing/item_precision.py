import torch

x = torch.tensor(0.1)
print(x.item(), x.double().item(), torch.tensor(0.1, dtype=torch.float64).item())
print(torch.tensor([0.1, 0.2]).tolist(), torch.tensor(1 / 3).item(), torch.tensor(16777217.0).item())
print(torch.tensor(2.0).item(), torch.tensor(2).item(), torch.tensor(True).item())
try:
    torch.tensor([1.0, 2.0]).item()
except RuntimeError as e:
    print(e)
