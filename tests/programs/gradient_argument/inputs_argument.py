import torch

a = torch.tensor(2.0, requires_grad=True)
b = torch.tensor(3.0, requires_grad=True)
y = a * b + a
y.backward(inputs=[a], retain_graph=True)
print(a.grad, b.grad)
y.backward(inputs=b)
print(a.grad, b.grad)
try:
    (a * b).backward(inputs=[])
except RuntimeError as e:
    print(e)
