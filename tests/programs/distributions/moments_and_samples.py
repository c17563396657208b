import torch
from torch.distributions import *
torch.manual_seed(0)
c = torch.tensor([0.5, 2.0], requires_grad=True)
for d in (Dirichlet(torch.tensor([0.5, 1.0, 2.0], requires_grad=True)), Beta(c, c + 1), Gamma(c, c)):
    print(d)
    try:
        s = d.rsample() if d.has_rsample else d.sample(); print(s, d.log_prob(s))
    except Exception as e: print(type(e).__name__, e)
    for at in ("mean", "variance", "stddev"):
        try: print(at, getattr(d, at))
        except Exception as e: print(at, type(e).__name__, e)
    try: print(d.entropy())
    except Exception as e: print(type(e).__name__, e)
