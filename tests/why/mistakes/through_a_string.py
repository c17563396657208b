import torch
w = torch.tensor([1.0, 2.0], requires_grad=True)
s = str(w.sum().item())
v = torch.tensor(float(s), requires_grad=True)
(v * 2).backward()
print(w.grad)
# -> w none 3 item
