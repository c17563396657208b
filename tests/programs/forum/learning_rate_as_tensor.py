import torch

w = torch.tensor(2.0, requires_grad=True)
lr = torch.tensor(0.1, requires_grad=True)
g, = torch.autograd.grad(w ** 2, w, create_graph=True)
w2 = w - lr * g
loss = w2 ** 2
loss.backward()
print(lr.grad, w.grad)
