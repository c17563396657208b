import torch
from torch import nn

torch.manual_seed(0)
w = torch.empty(2, 3)
print(nn.init.xavier_uniform_(w))
print(nn.init.kaiming_normal_(w, nonlinearity='relu'))
print(nn.init.normal_(w, std=0.01))
print(nn.init.constant_(w, 0.3), nn.init.zeros_(torch.empty(2)), nn.init.eye_(torch.empty(2, 2)))
print(nn.init.xavier_normal_(torch.empty(2, 2)), nn.init.kaiming_uniform_(torch.empty(2, 2), a=5 ** 0.5))
