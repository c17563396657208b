import torch
hours = torch.tensor([30.0, 50.0], requires_grad=True)
days = hours // 24
loss = days.sum()
loss.backward()
# -> loss error 3 not_differentiable
