import torch
import torch.nn as nn

torch.manual_seed(0)
rnn = nn.RNN(2, 3)
head = nn.Linear(3, 1)
params = list(rnn.parameters()) + list(head.parameters())
opt = torch.optim.SGD(params, lr=0.01)
h = torch.zeros(1, 1, 3)
for i in range(3):
    x = torch.randn(4, 1, 2)
    out, h = rnn(x, h)
    loss = head(out).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
# -> loss error 15 graph_freed
