import torch

x = torch.tensor([1.0, 2.0])
for f in (lambda: x + 'a', lambda: x + None, lambda: x + [1, 2], lambda: torch.exp(2.0), lambda: torch.sum([1, 2]),
          lambda: torch.matmul(x, 2), lambda: torch.cat(x, x), lambda: x.view('a'), lambda: x ** 'b', lambda: torch.relu([1.0])):
    try:
        print(f())
    except (TypeError, RuntimeError) as e:
        print(type(e).__name__, str(e).split('\n')[0])
