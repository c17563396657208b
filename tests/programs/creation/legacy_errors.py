import torch

for f in (lambda: torch.FloatTensor([1.0], requires_grad=True), lambda: torch.Tensor(1.5),
          lambda: torch.FloatTensor('a'), lambda: torch.tensor(), lambda: torch.tensor([1, [2]]),
          lambda: torch.tensor([[1, 2], [3]]), lambda: torch.tensor('a'), lambda: torch.tensor([None]),
          lambda: torch.tensor(['a', 'b'])):
    try:
        print(f())
    except (TypeError, ValueError, RuntimeError) as e:
        print(type(e).__name__, str(e).split('\n')[0])
