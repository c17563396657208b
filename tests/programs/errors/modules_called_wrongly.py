import torch


def attempt(call):
    try:
        print(call())
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


from torch import nn

attempt(lambda: nn.Conv2d(1, 1, 3)())
attempt(lambda: nn.MaxPool2d(2)(torch.ones(1, 4, 4), 1))
attempt(lambda: nn.AdaptiveAvgPool2d(1)(x=1))
attempt(lambda: nn.ReflectionPad1d(1)())
attempt(lambda: nn.LSTM(2, 2)())
attempt(lambda: nn.GRU(2, 2)("a"))
attempt(lambda: nn.Linear(2.5, 1))
attempt(lambda: nn.Linear("2", 1))
attempt(lambda: nn.Linear(2, [1]))
attempt(lambda: nn.BatchNorm1d(2.5))
attempt(lambda: nn.BatchNorm1d(True))
attempt(lambda: nn.Embedding(2, None))
attempt(lambda: nn.LayerNorm("a"))
attempt(lambda: nn.Conv2d(1, 1, 3, stride="a")(torch.ones(1, 4, 4)))
attempt(lambda: nn.Conv2d(1, 1, 3)(None))
parameter = nn.Parameter(torch.ones(1))
optimizer = torch.optim.SGD([parameter], lr=0.1)
attempt(lambda: torch.optim.lr_scheduler.LambdaLR(optimizer))
attempt(lambda: torch.optim.lr_scheduler.LambdaLR(optimizer, gamma=0.5))
