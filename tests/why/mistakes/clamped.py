import torch

temperature = torch.tensor(5.0, requires_grad=True)
t = temperature.clamp(0.0, 1.0)
loss = (t - 0.5) ** 2
loss.backward()
print(temperature.grad)
# -> temperature zero 4 clamped
