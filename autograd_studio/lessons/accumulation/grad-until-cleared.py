import torch

x = torch.ones(2, 2, requires_grad=True)
out = ((x + 2) ** 2 * 3).mean()
out.backward(retain_graph=True); print(x.grad[0, 0])   # tensor(4.5000)
out.backward();                  print(x.grad[0, 0])   # tensor(9.)
x.grad = None                                          # what zero_grad() does today (set_to_none)
