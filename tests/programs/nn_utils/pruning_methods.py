import torch
from torch import nn
import torch.nn.utils.prune as prune
import torch.nn.functional as F
torch.manual_seed(1)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 3)
        self.b = nn.Linear(3, 2)
net = Net()
prune.global_unstructured(((net.a, "weight"), (net.b, "weight")), pruning_method=prune.L1Unstructured, amount=0.4)
for n, mod in net.named_children():
    z = float(torch.sum(mod.weight == 0)); print(f"{n} {100*z/mod.weight.nelement():.2f}%")
class FooBar(prune.BasePruningMethod):
    PRUNING_TYPE = 'unstructured'
    def compute_mask(self, t, default_mask):
        mask = default_mask.clone()
        mask.view(-1)[::2] = 0
        return mask
def foobar(module, name):
    FooBar.apply(module, name)
    return module
foobar(net.a, 'bias')
print(net.a.bias_mask, net.a.bias)
lin = nn.Linear(4, 4)
prune.custom_from_mask(lin, 'weight', mask=torch.eye(4))
print(lin.weight)
lin2 = nn.Linear(3, 3)
prune.identity(lin2, 'weight'); print(lin2.weight_mask)
prune.random_structured(nn.Linear(3, 3), 'weight', amount=1, dim=1)
for bad in (lambda: prune.l1_unstructured(lin2, 'weight', amount=10**3), lambda: prune.l1_unstructured(lin2, 'weight', amount=-1),
            lambda: prune.l1_unstructured(lin2, 'weight', amount=1.5), lambda: prune.remove(lin2, 'bias'), lambda: prune.ln_structured(lin2, 'weight', 0.3, n=2, dim=7)):
    try: bad()
    except Exception as e: print(type(e).__name__, e)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(2):
    opt.zero_grad(); l = net.b(net.a(torch.ones(2, 4))).pow(2).mean(); l.backward(); opt.step(); print(l.item())
print(net.a.weight.grad_fn, net.a.weight_orig.is_leaf)
