import torch

x = torch.tensor([-1.7, 0.0, 2.5, 300.0])
print(x.int(), x.long(), x.bool(), x.half(), x.double(), x.short())
print(x.to(torch.int64), x.type(torch.float64).dtype, x.float() is x, x.to('cpu') is x)
print(torch.tensor([1, 0, 2]).bool(), torch.tensor(True).item(), torch.tensor(3).float())
print(int(torch.tensor(2.7)), float(torch.tensor(3)), bool(torch.tensor(0.0)))
y = torch.tensor([1.0, 2.0], requires_grad=True).long()
print(y, y.requires_grad)
