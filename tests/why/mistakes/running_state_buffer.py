import torch
import torch.nn as nn
torch.manual_seed(0)
class Mem(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(2, 2)
        self.state = torch.zeros(1, 2)
    def forward(self, x):
        self.state = torch.tanh(self.lin(x) + self.state)
        return self.state.sum()
mem = Mem()
opt = torch.optim.SGD(mem.parameters(), lr=0.1)
for x in torch.randn(3, 1, 2):
    opt.zero_grad()
    mem(x).backward()
    opt.step()
# -> self.state.sum() error 16 graph_freed
