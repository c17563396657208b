import torch

x = torch.tensor([100.0, 200.0, -150.0])
w = torch.tensor(1.0, requires_grad=True)
out = torch.tanh(w * x)
loss = out.pow(2).mean()
loss.backward()
print("grad", w.grad)
# -> w zero 5 saturated
