import torch

torch.manual_seed(0)
x = torch.rand(1700, 25)
repeated = torch.rand(30, 25)[:, None].expand(30, 2, 25)
y = torch.rand(64, 512, requires_grad=True)
z = torch.rand(3, 40000, dtype=torch.float64)
bias = torch.zeros(25, requires_grad=True)
for threads in (1, 2, 3):
    torch.set_num_threads(threads)
    print([t.item() for t in (x.sum(), x.mean(), x.t().sum(), z.sum(), y.sum())])
    print(x.sum(0)[:4].tolist(), x.mean(1)[:4].tolist(), z.sum(0)[:2].tolist(), z.sum(1).tolist())
    (x + bias).pow(2).sum().backward()
    print(bias.grad[:5].tolist())
    (y.mean() * 3).backward()
    bias.grad = None
print(repeated.sum().item(), repeated.sum((0, 1)).tolist()[:3], repeated.sum((0, 2)).tolist())
