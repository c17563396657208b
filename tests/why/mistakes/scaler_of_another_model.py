import torch
from torch import nn

torch.manual_seed(0)
student, teacher = nn.Linear(3, 1), nn.Linear(3, 1)
optimizer = torch.optim.AdamW(student.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
loss = (teacher(torch.randn(4, 3)) - student(torch.randn(4, 3)).data).pow(2).mean()
scaler.scale(loss).backward()
scaler.step(optimizer)
# -> student.weight error 8 data
