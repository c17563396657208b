import torch

logits = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
p = torch.softmax(logits, dim=0)
loss = p.sum()
loss.backward()
print(logits.grad)
# -> logits zero 4 constant_output
