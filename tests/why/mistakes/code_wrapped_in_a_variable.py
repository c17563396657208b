import torch
import torch.nn as nn
import torch.nn.functional as F
torch.manual_seed(0)
from torch.autograd import Variable
enc, dec = nn.Linear(3, 2), nn.Linear(2, 3)
opt = torch.optim.Adam([*enc.parameters(), *dec.parameters()])
x = torch.randn(4, 3)
for i in range(2):
    code = Variable(enc(x).data, requires_grad=True)
    loss = F.mse_loss(dec(code), x)
    opt.zero_grad(); loss.backward(); opt.step()
print(enc.weight.grad)
# -> enc.weight none 10 data
# -> enc.bias none 10 data
