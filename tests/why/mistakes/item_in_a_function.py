import torch
w = torch.tensor([1.0, 2.0], requires_grad=True)
def penalty(t):
    return sum(v.item() ** 2 for v in t)
loss = torch.tensor(penalty(w), requires_grad=True)
loss.backward()
print(w.grad)
# -> w none 4 item
