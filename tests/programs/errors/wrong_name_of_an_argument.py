import torch


def attempt(call):
    try:
        print(call())
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


x = torch.ones(2, 3)
attempt(lambda: x.sum(dims=0))
attempt(lambda: x.mean(axes=0))
attempt(lambda: x.softmax(axis=1))
attempt(lambda: torch.softmax(x, dimension=1))
attempt(lambda: torch.cat(tensors=[x, x], axis=0).shape)
attempt(lambda: torch.stack((x, x), axes=0))
attempt(lambda: x.reshape(size=(3, 2)))
attempt(lambda: x.view(shape=(3, 2)))
attempt(lambda: torch.zeros(shape=(2,)))
attempt(lambda: torch.add(x1=x, x2=x, alpha=3))
attempt(lambda: torch.mul(x, x2=2))
attempt(lambda: torch.maximum(x, input=x))
attempt(lambda: torch.max(x, axis=1, keepdims=True).values)
attempt(lambda: torch.std(x, axis=1, ddof=0))
attempt(lambda: x.clamp(minimum=0))
attempt(lambda: torch.linspace(0, 1, num=5))
