import torch


class Bad(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.clone()

    @staticmethod
    def backward(ctx, g):
        raise RuntimeError('Some error in backward')


def run(x):
    return Bad.apply(x).sum()


x = torch.ones(2, requires_grad=True)
with torch.autograd.detect_anomaly():
    out = run(x)
    try:
        out.backward()
    except RuntimeError as e:
        print(e)
