import torch


def train(x):
    try:
        return (x * x).backward()
    except RuntimeError as e:
        raise SystemError('training failed') from e


train(torch.ones(2, requires_grad=True))
