import torch


def attempt(call):
    try:
        print(call())
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


def write(place, value, x=None):
    x = torch.arange(4.0) if x is None else x
    x[place] = value
    return x


attempt(lambda: write([5], torch.ones(3)))
attempt(lambda: write([5], torch.ones(3, dtype=torch.int64)))
attempt(lambda: write([1], torch.tensor(2)))
attempt(lambda: write(torch.tensor([True, False]), torch.tensor([1.0])))
attempt(lambda: write(torch.tensor([0.5]), torch.tensor([1])))
attempt(lambda: write([0], 1.0, torch.ones(0)))
attempt(lambda: write(0, torch.tensor([True, False, True])))
attempt(lambda: write(0, torch.tensor([1, 2])))
attempt(lambda: write(slice(0, 2), torch.ones(3)))
attempt(lambda: write(0, [1.0]))
attempt(lambda: write([0, 1], torch.ones(2), torch.ones(3, dtype=torch.float64)))
attempt(lambda: torch.ones(0)[[0]])
attempt(lambda: torch.ones(2, 3)[[0, 1], [0, 1, 2]])
