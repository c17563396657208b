import torch
from torch import nn

print(nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Dropout(0.2), nn.Linear(3, 1), nn.Sigmoid()))
print(nn.ModuleList([nn.Linear(1, 1), nn.Tanh()]))
print(nn.ModuleDict({'a': nn.ReLU(inplace=True), 'b': nn.Softmax(dim=1)}))
print(nn.Conv2d(3, 6, 5, padding=2), nn.MaxPool2d(2), nn.BatchNorm1d(4), nn.LayerNorm(3), nn.Embedding(10, 3))
print(nn.LeakyReLU(0.1), nn.GELU(), nn.ELU(), nn.Flatten(), nn.Identity(), nn.CrossEntropyLoss(), nn.LSTM(2, 3))
