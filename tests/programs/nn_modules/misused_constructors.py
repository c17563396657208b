import torch
from torch import nn

for f in (
    lambda: nn.Linear(2), lambda: nn.Linear(2, 3, 4, 5, 6, 7), lambda: nn.Linear(in_feature=2, out_features=3), lambda: nn.Linear(2.0, 3),
    lambda: nn.Linear('2', 3), lambda: nn.Linear(-1, 3), lambda: nn.ReLU(True, 1), lambda: nn.ReLU(slope=1), lambda: nn.Sigmoid(1),
    lambda: nn.Tanh(x=1), lambda: nn.Softmax(1, 2), lambda: nn.Dropout(0.5, False, 3), lambda: nn.Embedding(3), lambda: nn.LayerNorm(),
    lambda: nn.Flatten(1, 2, 3), lambda: nn.Unflatten(1, 2), lambda: nn.Unflatten(1, (2, 1.5)), lambda: nn.MaxPool2d(), lambda: nn.Linear(2, 3, device='cuda'),
    lambda: nn.Linear(2, 3, dtype=torch.int64), lambda: nn.LSTM(2), lambda: nn.GRUCell(2, 3, 4, 5, 6, 7), lambda: nn.Sequential(1), lambda: nn.ModuleList([1]),
):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
