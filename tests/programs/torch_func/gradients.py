import torch
from torch.func import grad, grad_and_value, vjp

f = lambda x: torch.sin(x).sum()
x = torch.arange(3.)
print(grad(f)(x))
print(grad_and_value(f)(x))
o, fn = vjp(f, x); print(o, fn(torch.tensor(1.)))
o, fn = vjp(lambda a,b: (a*b, a+b), x, x); print(o, fn((torch.ones(3), torch.ones(3))))
print(grad(lambda a,b: (a*b).sum(), argnums=(0,1))(x,x+1))
print(grad(lambda a: ((a*a).sum(), a*2), has_aux=True)(x))
print(grad(lambda p: (p['w']*p['b']).sum())({'w': x, 'b': x+2}))
m = torch.nn.Linear(2,1)
with torch.no_grad():
    m.weight.fill_(2.); m.bias.fill_(1.)
params = dict(m.named_parameters())
loss = lambda p, x: torch.func.functional_call(m, p, (x,)).pow(2).sum()
print(grad(loss)(params, torch.ones(1,2)))
try: grad(torch.sin)(x)
except Exception as e: print(type(e).__name__, e)
