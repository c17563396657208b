import torch
import torch.nn as nn
torch.manual_seed(1)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.heads = nn.ModuleList([nn.Linear(3, 1) for _ in range(3)])
        self.mix = nn.Linear(3, 1)
    def forward(self, x):
        outs = [h(x).squeeze() for h in self.heads]
        h = torch.tensor(outs)
        return self.mix(h)
net = Net()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(3):
    loss = (net(torch.ones(3)) - 1).pow(2).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# -> net.heads.0.weight none 11 new_tensor
