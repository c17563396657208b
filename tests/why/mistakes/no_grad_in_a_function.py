import torch
a = torch.tensor(3.0, requires_grad=True)
def square(t):
    with torch.no_grad():
        return t * t
y = square(a) + a
y.backward()
z = square(a)
z.backward()
# -> z error 4 no_grad
