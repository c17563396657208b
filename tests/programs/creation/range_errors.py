import torch

for f in (lambda: torch.arange(0, 5, -1), lambda: torch.arange(0, 5, 0), lambda: torch.linspace(0, 1),
          lambda: torch.zeros(-1), lambda: torch.full((2,)), lambda: torch.zeros('a'), lambda: torch.eye(-2)):
    try:
        print(f())
    except (TypeError, RuntimeError) as e:
        print(type(e).__name__, str(e).split('\n')[0])
