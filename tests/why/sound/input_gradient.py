import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 2)
for p in model.parameters():
    p.requires_grad_(False)
image = torch.randn(1, 3, requires_grad=True)
loss = nn.functional.cross_entropy(model(image), torch.tensor([1]))
loss.backward()
adversarial = image + 0.1 * image.grad.sign()
print(adversarial)
