import torch
from torch import nn

class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 2)

    def forward(self, x):
        return torch.relu(self.fc(x))

torch.manual_seed(0)
encoder, head = Encoder(), nn.Linear(2, 1)
optimizer = torch.optim.SGD([*encoder.parameters(), *head.parameters()], lr=0.1)
for step in range(2):
    x = torch.randn(4, 3)
    with torch.no_grad():
        code = encoder(x)
    loss = head(code).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
with torch.no_grad():
    print(head(encoder(torch.ones(1, 3))))
# -> encoder.fc.weight none 17 no_grad
# -> encoder.fc.bias none 17 no_grad
