import torch

logits = torch.tensor([[2.0, 1.0], [0.5, 1.5], [3.0, -1.0], [0.0, 0.1]])
y = torch.tensor([0, 1, 1, 1])
pred = logits.argmax(1)
print(pred, pred == y, (pred == y).float().mean().item())
correct = (pred == y).sum().item()
print(f'{correct}/{len(y)} = {100 * correct / len(y):.1f}%')
