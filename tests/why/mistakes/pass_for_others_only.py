import torch
w = torch.tensor([1.0, 2.0], requires_grad=True)
b = torch.tensor(0.5, requires_grad=True)
loss = (w.sum() + b).pow(2)
loss.backward(inputs=[w])
print(w.grad, b.grad)
# -> b none 5 not_in_inputs
