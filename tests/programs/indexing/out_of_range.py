import torch

x = torch.arange(3.0)
for f in (lambda: x[3], lambda: x[-4], lambda: x[0, 0], lambda: x[[0, 5]], lambda: x['a'],
          lambda: x[torch.tensor([True, False])], lambda: x[1.0], lambda: x[::-1]):
    try:
        print(f())
    except (IndexError, TypeError, ValueError) as e:
        print(type(e).__name__, e)
