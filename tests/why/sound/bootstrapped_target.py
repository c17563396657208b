import torch, copy
torch.manual_seed(0)
online = torch.nn.Linear(3, 2); target = copy.deepcopy(online)
for p in target.parameters():
    p.requires_grad = False
pred = torch.nn.Linear(2, 2)
opt = torch.optim.SGD(list(online.parameters()) + list(pred.parameters()), lr=0.1)
for i in range(3):
    v1, v2 = torch.randn(4, 3), torch.randn(4, 3)
    loss = 2 - 2 * torch.nn.functional.cosine_similarity(pred(online(v1)), target(v2).detach()).mean()
    opt.zero_grad(); loss.backward(); opt.step()
    for a, b in zip(online.parameters(), target.parameters()):
        b.data = 0.99 * b.data + 0.01 * a.data
