import torch
import torch.nn.functional as F
from torch import nn

x = torch.tensor([[1.0, 2.0]])
for _ in range(2):
    print(F.softmax(x), F.log_softmax(x))
t = torch.zeros(2)
print(F.mse_loss(x, t), F.l1_loss(x, t))
print(nn.LSTM(2, 2, dropout=0.5))
print(nn.functional.dropout2d(torch.ones(2, 2), 0.0))
