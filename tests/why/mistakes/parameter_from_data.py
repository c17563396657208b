import torch
w = torch.nn.Parameter(torch.tensor([1., 2.]))
w2 = torch.nn.Parameter(w.data * 2)
loss = (w2 ** 2).sum()
loss.backward()
print(w.grad)
# -> w none 3 data
