import torch

def d(f, v): x = torch.tensor(v, requires_grad=True); f(x).backward(); return x.grad
print(d(torch.relu, 0.), d(torch.abs, 0.), d(torch.sqrt, 0.), d(lambda t: t.clamp(min=0), 0.))  # tensor(0.) tensor(0.) tensor(inf) tensor(1.)
print(d(torch.max, [2., 2., 1.]), d(lambda t: t.max(dim=0).values, [2., 2., 1.]))  # tensor([0.5000, 0.5000, 0.0000]) tensor([1., 0., 0.])
print(d(lambda t: torch.where(t > 0, t.sqrt(), torch.zeros(())), 0.))              # tensor(nan)   0 * inf in the branch not taken
