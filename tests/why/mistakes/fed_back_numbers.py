import torch
import torch.nn as nn
torch.manual_seed(3)
class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(1, 4)
        self.out = nn.Linear(4, 1)
    def forward(self, first, steps):
        h = torch.zeros(1, 4)
        y, ys = first, []
        for _ in range(steps):
            h = self.cell(y, h)
            y = self.out(h)
            ys.append(y.item())
        return torch.tensor(ys)
dec = Decoder()
opt = torch.optim.Adam(dec.parameters(), lr=0.01)
target = torch.tensor([0.1, 0.2, 0.3])
for _ in range(2):
    pred = dec(torch.zeros(1, 1), 3)
    loss = nn.functional.mse_loss(pred, target)
    loss.requires_grad_(True)
    opt.zero_grad()
    loss.backward()
    opt.step()
# -> dec.cell.weight_ih none 15 item
