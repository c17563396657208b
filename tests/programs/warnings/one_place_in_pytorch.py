import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

column, row = torch.ones(2, 1), torch.ones(2)
criterion = nn.MSELoss()
print(criterion(column, row))
print(criterion(column, row))
print(F.mse_loss(column, row))
print(F.mse_loss(column, row))
print(nn.Softmax()(row), nn.Softmax()(column), F.softmax(row), F.softmax(row))
print(nn.KLDivLoss()(row, row), F.kl_div(row, row))
fixed = np.ones(2)
fixed.flags.writeable = False
print(torch.from_numpy(fixed), torch.as_tensor(fixed))
