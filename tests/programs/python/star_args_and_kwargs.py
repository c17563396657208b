import torch


def model(x, *weights, bias=None, **options):
    for w in weights:
        x = x * w
    if bias is not None:
        x = x + bias
    return x.exp() if options.get('exp') else x


ws = [torch.tensor(v, requires_grad=True) for v in (0.5, 2.0)]
b = torch.tensor(1.0, requires_grad=True)
y = model(torch.tensor(1.0), *ws, bias=b, exp=True)
y.backward()
print(y, *[w.grad for w in ws], b.grad)
