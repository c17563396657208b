import torch

x = torch.tensor([1., 2.], requires_grad=True)
y = x.exp()                             # exp saves its OUTPUT
y += 1                                  # y._version 0 -> 1; y.grad_fn is now AddBackward0
try: y.sum().backward()
except RuntimeError as e: print(e)      # ...[torch.FloatTensor [2]], which is output 0 of Exp, is at version 1; expected version 0 instead...
