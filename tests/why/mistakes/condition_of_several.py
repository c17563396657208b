import torch
w = torch.tensor([1.0, -2.0], requires_grad=True)
if w > 0:
    loss = w.sum()
else:
    loss = -w.sum()
loss.backward()
# -> RuntimeError error 3 several_values
