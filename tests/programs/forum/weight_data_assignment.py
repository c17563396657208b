import torch

model = torch.nn.Linear(2, 1, bias=False)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
model.weight.data = torch.tensor([[1.0, 2.0]])
model(torch.ones(1, 2)).sum().backward()
opt.step()
print(model.weight)
model.weight.data.fill_(0.25)
print(model.weight)
