import torch

NEG = float("-inf")
logit = torch.tensor([0.5, -1.0], requires_grad=True)
blocked = torch.tensor([0.0, NEG])
a = logit + blocked
b = 2 * logit + blocked
both = torch.logaddexp(a, b)
both[0].backward()
print(logit.grad)
# -> logit nan 8 all_masked
