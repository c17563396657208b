import torch
a = torch.tensor([1., 2.], requires_grad=True)
b = a + 0
b = b.detach_()
c = (b * 2).sum()
c.backward()
# -> c error 4 detach
