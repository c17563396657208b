import torch
w = torch.tensor(1.0, requires_grad=True)
opt = torch.optim.Adam([w], lr=0.1)
for i in range(3):
    opt.zero_grad()
    with torch.no_grad():
        loss = (w - 2) ** 2
    loss.backward()
    opt.step()
# -> loss error 6 no_grad
