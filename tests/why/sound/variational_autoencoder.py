import torch
torch.manual_seed(0)
enc = torch.nn.Linear(4, 4); dec = torch.nn.Linear(2, 4)
opt = torch.optim.Adam([*enc.parameters(), *dec.parameters()])
for i in range(3):
    x = torch.rand(6, 4)
    mu, logvar = enc(x).chunk(2, dim=1)
    z = mu + torch.randn_like(mu) * (0.5 * logvar).exp()
    kl = -0.5 * (1 + logvar - mu ** 2 - logvar.exp()).sum()
    loss = torch.nn.functional.binary_cross_entropy_with_logits(dec(z), x, reduction="sum") + kl
    opt.zero_grad(); loss.backward(); opt.step()
