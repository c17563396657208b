import torch

for name, f in dict(exp=torch.exp, square=lambda t: t**2, times10=lambda t: 10*t).items():
    for who in ('input', 'output'):
        u = torch.ones(3, requires_grad=True) * 2; v = f(u); s = v.sum() if who == 'input' else None
        (u if who == 'input' else v).add_(1)
        try: (v.sum() if s is None else s).backward(); r = 'ok'
        except RuntimeError: r = 'ERROR'
        print(name, who, r)   # exp: input ok, output ERROR; square: input ERROR, output ok; times10: ok, ok
