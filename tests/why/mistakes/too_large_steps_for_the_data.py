import torch

torch.manual_seed(0)
x = torch.randn(20, 3) * torch.tensor([1.0, 20.0, 60.0])
line = torch.nn.Linear(3, 1)
opt = torch.optim.SGD(line.parameters(), lr=0.02)
for _ in range(40):
    opt.zero_grad()
    (line(x) - 3).pow(2).mean().backward()
    opt.step()
# -> line.weight nan 9 overflow
# -> line.bias nan 9 overflow
