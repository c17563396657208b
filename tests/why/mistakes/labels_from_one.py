import torch
import torch.nn.functional as F
logits = torch.zeros(2, 3, requires_grad=True)
labels = torch.tensor([1, 3])
loss = F.cross_entropy(logits, labels)
loss.backward()
# -> logits error 5 class_index
