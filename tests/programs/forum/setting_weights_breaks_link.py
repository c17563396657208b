import torch

model = torch.nn.Linear(2, 1, bias=False)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
model.weight = torch.nn.Parameter(torch.zeros(1, 2))
model(torch.ones(1, 2)).sum().backward()
opt.step()
print(model.weight, model.weight.grad)
