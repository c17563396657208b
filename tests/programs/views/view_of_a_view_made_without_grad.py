import torch


def attempt(tensor):
    try:
        tensor.mul_(2)
        print('written')
    except RuntimeError as e:
        print(e)


x = torch.ones(2, requires_grad=True)
base = x.clone()
with torch.no_grad():
    y = base.view(2)
attempt(y.view(1, 2))
with torch.inference_mode():
    y = base.view(2)
attempt(y.view(1, 2))
attempt(y)
attempt(base.unbind(0)[0].view(1))
with torch.no_grad():
    y = base.unbind(0)[0]
attempt(y)


class Look(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.view_as(x)

    @staticmethod
    def backward(ctx, g):
        return g


plain = torch.ones(2)
seen = Look.apply(plain)
try:
    seen += x
except RuntimeError as e:
    print(e)
