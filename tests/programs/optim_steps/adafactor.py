import torch
from torch import nn
for name, kw in [('Adafactor', dict(lr=0.05)), ('Adafactor', dict(lr=0.1, weight_decay=0.1, d=2.0, eps=(1e-10, 1e-2))), ('Adafactor', dict(lr=torch.tensor(0.1), maximize=True))]:
    torch.manual_seed(0)
    m = nn.Linear(3, 2)
    o = getattr(torch.optim, name)(m.parameters(), **kw)
    print(o)
    x, y = torch.randn(8, 3), torch.randn(8, 2)
    for _ in range(4):
        o.zero_grad(); l = ((m(x) - y) ** 2).mean(); l.backward(); o.step()
        print(name, l.item())
    print(m.weight, m.bias); print(o.state_dict()['state'][0].keys(), o.state_dict()['state'][1])
for bad in (dict(lr=-1), dict(beta2_decay=1), dict(eps=(-1, 1)), dict(eps=(None, -1)), dict(d=0.5), dict(weight_decay=-1)):
    try: torch.optim.Adafactor(m.parameters(), **bad)
    except ValueError as e: print(e)
