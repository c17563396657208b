import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(4, 3)
opt = torch.optim.SGD(net.parameters(), lr=0.5)
x = torch.randn(6, 4)
y = torch.tensor([0.0, 1.0, 2.0, 1.0, 0.0, 2.0])
for epoch in range(2):
    opt.zero_grad()
    pred = net(x).argmax(dim=1).float()
    loss = nn.functional.mse_loss(pred, y)
    loss.requires_grad = True
    loss.backward()
    opt.step()
    print(epoch, loss.item())
print(net.weight.grad)
# => none 11: the predicted class is an argmax, so the loss has no history; setting requires_grad on it only silences the error
