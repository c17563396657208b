import torch
from torch import nn

for make in (
    lambda: nn.Linear(3, 2), lambda: nn.Conv1d(2, 2, 2), lambda: nn.Conv2d(1, 2, 2), lambda: nn.ConvTranspose1d(2, 1, 2),
    lambda: nn.Embedding(3, 2), lambda: nn.RNN(1, 2), lambda: nn.GRUCell(1, 1), lambda: nn.LSTM(1, 1), lambda: nn.MultiheadAttention(2, 1),
    lambda: nn.LayerNorm(2), lambda: nn.PReLU(), lambda: nn.TransformerEncoderLayer(2, 1, 2), lambda: nn.Linear(20, 1, dtype=torch.float64),
):
    torch.manual_seed(42)
    module = make()
    print(module._get_name())
    for name, p in module.named_parameters():
        print(name, p.detach().flatten()[:6].tolist(), p._version)
print(torch.rand(1))
