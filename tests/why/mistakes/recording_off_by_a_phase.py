import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(2, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
for phase in ("val", "train"):
    with torch.set_grad_enabled(phase == "Train"):
        loss = model(torch.randn(4, 2)).pow(2).mean()
    if phase == "train":
        opt.zero_grad()
        loss.backward()
        opt.step()
# -> loss error 8 no_grad
