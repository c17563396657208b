import torch

z = torch.tensor([0.5, 100.0], requires_grad=True)

sp = torch.log(torch.exp(z) + 1.0)
sp[1] = 100.0
cost = sp[0] * 2.0
cost.backward()
print(cost)
print(z.grad)
# => nan 5: softplus written with exp overflows; overwriting the entry later sends 0 back into inf
