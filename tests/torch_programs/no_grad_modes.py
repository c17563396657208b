import torch
from torch import nn

torch.manual_seed(0)
teacher, student = nn.Linear(3, 2), nn.Linear(3, 2)
x = torch.randn(4, 3)
with torch.no_grad():
    target = teacher(x)
with torch.inference_mode():
    scores = teacher(x).softmax(-1)
loss = ((student(x) - target) ** 2).mean() + (student(x).detach() * student.weight.sum()).mean()
loss.backward()


@torch.no_grad()
def ema(source, goal, decay=0.9):
    for s, g in zip(source.parameters(), goal.parameters()):
        g.mul_(decay).add_(s, alpha=1 - decay)


ema(student, teacher)
with torch.set_grad_enabled(False):
    for p in student.parameters():
        p -= 0.1 * p.grad
print(loss, scores.is_inference(), student.weight, teacher.bias)
