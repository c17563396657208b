import torch
from torch import nn


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


for kind in (nn.RNN, nn.GRU, nn.LSTM):
    net = kind(2, 3)
    pair = (lambda t: (t, t)) if kind is nn.LSTM else (lambda t: t)
    attempt(lambda: net(torch.zeros(4, 1, 5)))
    attempt(lambda: net(torch.zeros(4)))
    attempt(lambda: net(torch.zeros(4, 1, 2), pair(torch.zeros(1, 5, 3))))
    attempt(lambda: net(torch.zeros(4, 1, 2), pair(torch.zeros(1, 3))))
    attempt(lambda: net(torch.zeros(4, 2), pair(torch.zeros(1, 1, 3))))
    attempt(lambda: net(torch.zeros(0, 1, 2)))
    attempt(lambda: net(torch.zeros(4, 1, 2, dtype=torch.float64)))
    attempt(lambda: kind(2, 0))
    attempt(lambda: kind(2.5, 3))
    attempt(lambda: kind(2, 3, 0))
    attempt(lambda: kind(2, 3, hidden=1))
    attempt(lambda: kind(2, 3, dropout=2))
    attempt(lambda: kind(2, 3, dropout=0.5))
attempt(lambda: nn.RNN(2, 3, nonlinearity='gelu'))
for kind in (nn.RNNCell, nn.GRUCell, nn.LSTMCell):
    cell = kind(2, 3)
    attempt(lambda: cell(torch.zeros(1, 4)))
    attempt(lambda: cell(torch.zeros(1, 1, 2)))
    attempt(lambda: cell(torch.zeros(4, 2), (torch.zeros(5, 3), torch.zeros(5, 3)) if kind is nn.LSTMCell else torch.zeros(5, 3)))
attempt(lambda: nn.RNNCell(2, 3, nonlinearity='gelu')(torch.zeros(1, 2)))
