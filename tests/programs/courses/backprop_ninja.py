import torch

torch.manual_seed(0)
x = torch.randn(3, 2)
W = torch.randn(2, 2, requires_grad=True)
b = torch.randn(2, requires_grad=True)
y = torch.tensor([0, 1, 1])
hpre = x @ W + b
h = torch.tanh(hpre)
maxes = h.max(1, keepdim=True).values
norm = h - maxes
counts = norm.exp()
total = counts.sum(1, keepdims=True)
inv = total ** -1
probs = counts * inv
logprobs = probs.log()
loss = -logprobs[range(3), y].mean()
for t in (logprobs, probs, inv, total, counts, norm, maxes, h, hpre):
    t.retain_grad()
loss.backward()
dlogprobs = torch.zeros_like(logprobs)
dlogprobs[range(3), y] = -1.0 / 3
dprobs = 1.0 / probs * dlogprobs
dinv = (counts * dprobs).sum(1, keepdim=True)
dtotal = -total ** -2 * dinv
dcounts = inv * dprobs + torch.ones_like(counts) * dtotal
dnorm = counts * dcounts
dhpre = None
for name, mine, t in (('logprobs', dlogprobs, logprobs), ('probs', dprobs, probs), ('inv', dinv, inv),
                      ('total', dtotal, total), ('counts', dcounts, counts), ('norm', dnorm, norm)):
    print(f'{name:8} approximate: {torch.allclose(mine, t.grad)!s:5} | maxdiff small: {(mine - t.grad).abs().max().item() < 1e-6}')
print(W.grad, b.grad, hpre.grad.sum(0))
