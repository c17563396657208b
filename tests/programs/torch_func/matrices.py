import torch
from torch.func import hessian, jacfwd, jacrev

x = torch.arange(3.)
print(jacrev(torch.sin)(x))
print(jacfwd(torch.sin)(x))
print(jacrev(lambda a,b: a*b, argnums=(0,1))(x,x))
print(hessian(lambda x: (x**3).sum())(x))
print(jacrev(jacrev(lambda x: x**3))(x).shape)
print(jacrev(lambda x: {'a': x*2})(x))
print(jacfwd(lambda a,b: {'u': a@b, 'v': (a*2, b)}, argnums=(0,1))(torch.ones(2,2), x[1:]))
print(jacfwd(lambda p: (p['a']*p['b'], p['a'].sum()), has_aux=True)({'a': x, 'b': x+1}))
print(hessian(lambda a: (a**3).sum())(x))
