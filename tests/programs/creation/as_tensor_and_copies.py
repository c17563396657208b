import torch

a = [1.0, 2.0]
t = torch.as_tensor(a)
u = torch.as_tensor(t)
print(u is t)
v = torch.tensor(t)
v[0] = 9
print(t, v)
w = t.clone()
w[1] = 7
print(t, w, t.data_ptr() == u.data_ptr(), t.data_ptr() == w.data_ptr())
