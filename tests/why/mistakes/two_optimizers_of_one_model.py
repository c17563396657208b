import torch
from torch import nn

torch.manual_seed(0)
teacher, student = nn.Linear(3, 2), nn.Linear(2, 1)
first = torch.optim.SGD(student.parameters(), lr=0.1)
second = torch.optim.SGD(student.parameters(), lr=0.1)
x = torch.randn(6, 3)
for _ in range(3):
    first.zero_grad()
    second.zero_grad()
    student(teacher(x)).pow(2).mean().backward()
    first.step()
    second.step()
# -> teacher.weight wrong 7 not_in_optimizer
