import torch
from torch import nn
from torch.distributions import Normal, kl_divergence

torch.manual_seed(0)
encoder, decoder = nn.Linear(4, 4), nn.Linear(2, 4)
x = torch.rand(3, 4)
mu, log_var = encoder(x).chunk(2, dim=-1)
q = Normal(mu, (0.5 * log_var).exp())
z = q.rsample()
reconstruction = torch.sigmoid(decoder(z))
loss = nn.functional.binary_cross_entropy(reconstruction, x, reduction="sum")
loss = loss + kl_divergence(q, Normal(torch.zeros(2), torch.ones(2))).sum()
loss.backward()
print(loss, encoder.weight.grad)
