import torch

torch.manual_seed(0)
model = torch.nn.Linear(2, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.01)
x, y = torch.randn(8, 2), torch.randn(8, 1)
rate = 1.0
for i in range(1000):
    opt.zero_grad()
    rate -= 0.002
    loss = ((model(x) - y) ** 2).mean() * torch.tensor(rate).log()
    loss.backward()
    opt.step()
print(loss)
# -> model.weight nan 11 log_zero
# -> model.bias nan 11 log_zero
