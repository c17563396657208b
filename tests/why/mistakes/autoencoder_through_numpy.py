import torch
import torch.nn as nn
import torch.nn.functional as F

class AutoEncoder(nn.Module):
    def __init__(self):
        super(AutoEncoder, self).__init__()
        self.encoder = nn.Sequential(nn.Linear(6, 4), nn.ReLU(), nn.Linear(4, 2))
        self.decoder = nn.Sequential(nn.Linear(2, 4), nn.ReLU(), nn.Linear(4, 6))

    def forward(self, x):
        code = self.encoder(x)
        code = torch.tensor(code.detach().numpy())
        return self.decoder(code)

torch.manual_seed(0)
model = AutoEncoder()
opt = torch.optim.Adam(model.parameters())
data = torch.rand(5, 6)
for epoch in range(3):
    out = model(data)
    loss = F.mse_loss(out, data)
    opt.zero_grad()
    loss.backward()
    opt.step()
for name, p in model.named_parameters():
    print(name, p.grad is None)
# -> model.encoder.0.weight none 13 numpy
# -> model.encoder.0.bias none 13 numpy
# -> model.encoder.2.weight none 13 numpy
# -> model.encoder.2.bias none 13 numpy
