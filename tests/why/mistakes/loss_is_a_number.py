import torch
w = torch.tensor(1.0, requires_grad=True)
x = torch.tensor(2.0)
loss = (w * x - 1) ** 2
loss = loss.item()
loss.backward()
# -> loss error 5 item
