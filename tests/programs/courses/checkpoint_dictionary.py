import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(1, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
saved = {k: v.clone() for k, v in model.state_dict().items()}
loss = model(torch.ones(1, 1)).sum()
loss.backward()
opt.step()
print(torch.equal(saved['weight'], model.weight))
model.load_state_dict(saved)
print(torch.equal(saved['weight'], model.weight), model.weight.requires_grad, model.weight.grad)
