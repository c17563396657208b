import torch
from torch import nn

ps = nn.ParameterList([nn.Parameter(torch.ones(2)), torch.zeros(1, 3), 'text'])
print(ps)
ps.append(nn.Parameter(torch.tensor(1.0)))
ps[1] = nn.Parameter(torch.ones(1))
print(ps, len(ps), [n for n, _ in ps.named_parameters()])
print(ps[0], ps[1:3], [type(p).__name__ for p in ps])
pd = nn.ParameterDict({'b': torch.ones(1), 'a': nn.Parameter(torch.zeros(2, 2))})
print(pd, list(pd.keys()), [n for n, _ in pd.named_parameters()])
pd['c'] = nn.Parameter(torch.ones(1))
print(pd.pop('b'), 'b' in pd, list(pd), pd.get('zz'))
for f in (lambda: ps[9], lambda: pd['zz']):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)
