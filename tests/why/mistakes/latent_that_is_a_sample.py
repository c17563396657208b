import torch
from torch import nn
from torch.distributions import Normal

torch.manual_seed(0)


class VAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(4, 2, bias=False)
        self.decoder = nn.Linear(2, 4)

    def forward(self, x):
        mu = self.encoder(x)
        z = Normal(mu, torch.ones_like(mu)).sample()
        return self.decoder(z)


vae = VAE()
optimizer = torch.optim.Adam(vae.parameters())
x = torch.randn(8, 4)
loss = nn.functional.mse_loss(vae(x), x)
optimizer.zero_grad()
loss.backward()
optimizer.step()
with torch.no_grad():
    print(nn.functional.mse_loss(vae(x), x).item())
# -> vae.encoder.weight none 16 no_grad
