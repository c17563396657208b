import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
heights = torch.randn(12, 2)
heights[7, 1] = float("nan")
weights = torch.randn(12, 1)
guess = nn.Linear(2, 1)
opt = torch.optim.SGD(guess.parameters(), lr=0.1)
for rows, wanted in DataLoader(TensorDataset(heights, weights), batch_size=4):
    opt.zero_grad()
    (guess(rows) - wanted).pow(2).mean().backward()
    opt.step()
# -> guess.weight nan 7 data_not_finite
# -> guess.bias nan 7 data_not_finite
