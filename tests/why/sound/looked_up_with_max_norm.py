import torch

torch.manual_seed(0)
table = torch.nn.Embedding(5, 3, max_norm=0.5)
opt = torch.optim.SGD(table.parameters(), lr=0.1)
for _ in range(3):
    opt.zero_grad()
    rows = table(torch.tensor([0, 3]))
    (rows.sum() + (table.weight.clone() ** 2).sum()).backward()
    opt.step()
