import torch
from torch import nn

torch.manual_seed(0)
lstm = nn.LSTM(3, 5, num_layers=2, batch_first=True)
gru = nn.GRU(5, 4)
head = nn.Linear(4, 1)
x = torch.randn(2, 7, 3)
out, (h, c) = lstm(x)
out, h2 = gru(out.transpose(0, 1))
loss = head(out[-1]).pow(2).mean() + h.sum() + c.mean()
loss.backward()
print(loss, lstm.weight_hh_l1.grad.shape)
