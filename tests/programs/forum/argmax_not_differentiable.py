import torch

logits = torch.tensor([1.0, 3.0, 2.0], requires_grad=True)
idx = logits.argmax()
values = torch.tensor([10.0, 20.0, 30.0])
hard = values[idx]
print(hard, hard.requires_grad)
soft = (torch.softmax(logits * 10, 0) * values).sum()
soft.backward()
print(soft, logits.grad)
