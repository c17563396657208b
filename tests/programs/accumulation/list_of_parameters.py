import torch

params = [torch.full((2,), float(i), requires_grad=True) for i in range(1, 4)]
loss = sum((p ** 2).sum() for p in params)
loss.backward()
for p in params:
    print(p.grad)
total = torch.sqrt(sum((p.grad ** 2).sum() for p in params))
print(f'{total:.4f}')
