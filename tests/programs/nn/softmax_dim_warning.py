import torch
import torch.nn.functional as F
from torch import nn

x = torch.tensor([[1.0, 2.0], [3.0, 5.0]])
print(F.softmax(x))
print(nn.Softmax()(x))
print(F.softmax(x, dim=1))
