import torch
from torch import nn
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1)); acts, grads = {}, {}
for n, m in net.named_modules():
    if isinstance(m, nn.Linear):
        m.register_forward_hook(lambda mod, i, o, n=n: acts.__setitem__(n, o.detach()))
        m.register_full_backward_hook(lambda mod, gi, go, n=n: grads.__setitem__(n, (gi[0], go[0])))
x = torch.randn(2, 2, requires_grad=True); net(x).sum().backward(); print(acts, grads)
h = net[0].weight.register_hook(lambda g: print("w", g.shape) or g * 2); net(x).sum().backward(); h.remove()
def pre(m, inp): return (inp[0] * 2,)
with torch.no_grad(): a = net(x); net.register_forward_pre_hook(pre); print(torch.equal(net(x / 2), a))
def gradcam(m, gi, go): print(m.__class__.__name__, len(gi), go[0].shape)
hs = [m.register_full_backward_pre_hook(lambda m, go: print("pre", type(m).__name__)) for m in net]; net(x).mean().backward()
for h in hs: h.remove()
p = nn.Parameter(torch.ones(2)); p.register_post_accumulate_grad_hook(lambda q: print("acc", q.grad)); (p * 3).sum().backward()
