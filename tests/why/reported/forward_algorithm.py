import torch

NEG = float("-inf")
emit = torch.tensor([[0.2, -0.4], [0.9, 0.1], [-0.3, 0.5]], requires_grad=True)
start = torch.tensor([0.0, NEG])
step = torch.tensor([[-0.1, NEG], [NEG, -0.2]])
alpha = start + emit[0]
for t in range(1, 3):
    alpha = torch.logsumexp(alpha[:, None] + step, dim=0) + emit[t]
total = -alpha[0]
total.backward()
print(total)
print(emit.grad)
# => nan 9: logsumexp over nothing but -inf: its backward is exp(-inf - -inf)
