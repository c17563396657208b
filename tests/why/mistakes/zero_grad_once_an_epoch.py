import torch
torch.manual_seed(0)
model = torch.nn.Linear(3, 1)
opt = torch.optim.Adam(model.parameters(), lr=0.1)
for epoch in range(2):
    for batch in range(2):
        x = torch.randn(4, 3)
        loss = model(x).pow(2).mean()
        loss.backward()
        opt.step()
    opt.zero_grad()
# -> model.weight wrong 9 accumulates
# -> model.bias wrong 9 accumulates
