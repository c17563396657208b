import torch
from torch import nn

torch.manual_seed(0)
cell = nn.LSTMCell(2, 3)
memory = torch.zeros(1, 3), torch.zeros(1, 3)
opt = torch.optim.SGD(cell.parameters(), lr=0.1)
for x in torch.randn(3, 1, 2):
    memory = cell(x, memory)
    error = memory[0].sum()
    opt.zero_grad()
    error.backward()
    opt.step()
# -> error error 12 graph_freed
