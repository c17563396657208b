import torch
from torch import nn

torch.manual_seed(0)

class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.act = nn.ReLU(inplace=True)

    def forward(self, x):
        return self.act(self.fc(x))

block = Block()
block.fc.register_full_backward_hook(lambda m, gin, gout: None)
block(torch.randn(2, 3)).sum().backward()
# -> RuntimeError error 10 saved_changed
