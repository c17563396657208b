import torch
    try: print(f())
    except Exception as e: print(type(e).__name__, str(e)[:400])
tr(lambda: torch.autocast('cuda'))
def go():
    with torch.autocast('cuda') as c: return c, torch.is_autocast_enabled(), torch.is_autocast_enabled('cpu'), torch.is_autocast_enabled('cuda')
tr(go)
pass
tr(lambda: torch.autocast('cpu', dtype=torch.float64, enabled=False)._enabled)
tr(lambda: torch.autocast('cpu', dtype=torch.float64)._enabled)
tr(lambda: torch.autocast('abc', enabled=False)._enabled)
tr(lambda: torch.autocast(enabled=False)._enabled)
tr(lambda: torch.amp.GradScaler()._enabled)
tr(lambda: torch.amp.GradScaler('cuda', enabled=False)._enabled)
tr(lambda: torch.cuda.amp.GradScaler(enabled=False)._enabled)
tr(lambda: torch.cuda.amp.autocast(enabled=False)._enabled)
@torch.autocast('cpu', enabled=False)
def f(x): return x @ x
tr(lambda: f(torch.eye(2)))
s=torch.amp.GradScaler('cpu', init_scale=4., growth_interval=2)
print(s.get_scale(), s.is_enabled(), s.state_dict())
p=torch.nn.Parameter(torch.ones(2)); o=torch.optim.SGD([p],lr=0.1)
tr(lambda: s.step(o)); tr(lambda: s.unscale_(o)); tr(lambda: s.update())
l=s.scale((p*2).sum()); print(l, l.grad_fn, s.scale([(p*2).sum()])); l.backward(); print(p.grad); 
s.unscale_(o); print(p.grad); tr(lambda: s.unscale_(o)); print(s.step(o)); tr(lambda: s.step(o)); tr(lambda: s.unscale_(o)); s.update(); print(s.get_scale(), p)
for k in range(3):
    o.zero_grad(); l=s.scale((p*(float('inf') if k==1 else 2)).sum()); l.backward(); print(s.step(o)); s.update(); print(s.get_scale(), p, s.state_dict())
s.update(3.); print(s.get_scale()); s.update(torch.tensor(5.)); print(s.get_scale())
s2=torch.amp.GradScaler('cpu'); s2.load_state_dict(s.state_dict()); print(s2.state_dict())
tr(lambda: s.scale(3.))
off=torch.amp.GradScaler('cpu', enabled=False); print(off.state_dict(), off.scale(p) is p, off.get_scale())
