import torch

knots = torch.tensor([0.25, 0.75, 0.5, 0.1], requires_grad=True).view(2, 2, 1)
area = (knots * torch.tensor([[[1.0]], [[2.0]]])).sum()
area.backward()
print(area)
print(knots.grad)
# => none 3: view() makes a new tensor; the leaf that would get the gradient has no name
