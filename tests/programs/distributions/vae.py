"""One step of a variational autoencoder: a reparameterized sample, and a divergence from the prior."""
import torch
from torch import nn
from torch.distributions import Bernoulli, Independent, Normal, kl_divergence

torch.manual_seed(1)
encoder, decoder = nn.Linear(4, 4), nn.Linear(2, 4)
x = torch.rand(3, 4).round()
mu, logvar = encoder(x).chunk(2, dim=-1)
posterior = Normal(mu, (0.5 * logvar).exp())
prior = Normal(torch.zeros(2), torch.ones(2))
z = posterior.rsample()
reconstruction = Independent(Bernoulli(logits=decoder(z)), 1).log_prob(x)
divergence = kl_divergence(posterior, prior).sum(-1)
loss = -(reconstruction - divergence).mean()
loss.backward()
print(posterior, prior, z)
print(loss, reconstruction, divergence)
print(encoder.bias.grad, decoder.bias.grad)
