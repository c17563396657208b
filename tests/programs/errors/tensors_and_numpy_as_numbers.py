import torch


def attempt(call):
    try:
        print(call())
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


import numpy as np

x = torch.arange(6.0).reshape(2, 3)
one = torch.tensor(1)
attempt(lambda: x.sum(one))
attempt(lambda: x.argmax(torch.tensor([1])))
attempt(lambda: x.argmax(torch.tensor(1.0)))
attempt(lambda: x.std(0, correction=torch.tensor(0)))
attempt(lambda: x.clamp(torch.tensor(1), torch.tensor(4)))
attempt(lambda: x.add(x, alpha=torch.tensor(2.0)))
attempt(lambda: x.add(x, alpha=torch.tensor(2.0, requires_grad=True)))
attempt(lambda: torch.nn.functional.huber_loss(x, x + 3, delta=torch.tensor(0.5)))
attempt(lambda: torch.nn.functional.smooth_l1_loss(x, x + 3, beta=np.float32(0.5)))
attempt(lambda: x.narrow(1, np.int64(1), 2))
attempt(lambda: x.transpose(np.int64(0), one))
attempt(lambda: torch.full((np.int64(2), one), np.float32(1.5)))
attempt(lambda: torch.isclose(x, x, rtol=torch.tensor(0.1)).all())
attempt(lambda: x.cumsum(np.array(0)))
