import torch
torch.manual_seed(0)
emb = torch.nn.Embedding(10, 4)
lin = torch.nn.Linear(4, 10)
opt = torch.optim.Adam([*emb.parameters(), *lin.parameters()])
for i in range(4):
    ids = torch.randint(0, 10, (6,))
    loss = torch.nn.functional.cross_entropy(lin(emb(ids)), ids)
    opt.zero_grad(); loss.backward(); opt.step()
