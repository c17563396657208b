import torch

scores = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
mask = torch.tensor([[False, False], [True, True]])
hidden = scores.masked_fill(mask, float("-inf"))
weights = hidden.softmax(dim=1)
loss = weights[0, 0] + weights[1, 0]
loss.backward()
print(scores.grad)
# -> loss nan 6 all_masked
