import torch

NEG = float("-inf")
emit = torch.zeros(3, 2, requires_grad=True)
allowed = torch.tensor([[0.0, NEG], [NEG, NEG]])
score = torch.tensor([0.0, NEG])
for row in emit:
    score = torch.logsumexp(score.unsqueeze(1) + allowed, 0) + row
score[0].backward()
print(emit.grad)
# -> emit nan 8 all_masked
