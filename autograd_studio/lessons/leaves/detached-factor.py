import torch

x = torch.tensor(3., requires_grad=True)
(x * x.detach()).backward(); print(x.grad)        # tensor(3.), not 6: one factor became a constant
