import torch
n = torch.tensor(3.0, requires_grad=True)
x = torch.tensor(1.0)
for i in range(int(n)):
    x = x * 1.5
w = torch.tensor(1.0, requires_grad=True)
loss = x * w
loss.backward()
print(w.grad, n.grad)
# -> n none 4 item
