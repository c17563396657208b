import torch
w = torch.tensor([1.0, 2.0], requires_grad=True)
targets = torch.tensor([1, 4])
loss = (w.sum() - targets.mean()) ** 2
loss.backward()
# -> w error 4 integer_values
