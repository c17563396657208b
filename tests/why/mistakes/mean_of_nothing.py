import torch
x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
large = x[x > 5]
loss = large.mean()
loss.backward()
print(loss, x.grad)
# -> loss nan 4 empty
