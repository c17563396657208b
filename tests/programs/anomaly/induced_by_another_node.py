import warnings

import torch


class Outer(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.clone()

    @staticmethod
    def backward(ctx, g):
        return Inner.apply(g)


class Inner(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.clone()

    @staticmethod
    def backward(ctx, g):
        return g * float('nan')


a = torch.ones(2, requires_grad=True)
for known in (True, False):
    out = Outer.apply(a) if not known else None
    with warnings.catch_warnings(record=True) as shown:
        warnings.simplefilter('always')
        try:
            with torch.autograd.detect_anomaly():
                out = Outer.apply(a) if known else out
                g, = torch.autograd.grad(out.sum(), a, create_graph=True)
                g.sum().backward()
        except RuntimeError as e:
            print(e)
    for w in shown:
        text = str(w.message)
        print(text.strip().split('\n')[0], 'Inner.apply' in text, text.split('(')[-1])
