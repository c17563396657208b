import torch
torch.manual_seed(0)
net = torch.nn.Linear(2, 1)
ema = {k: v.clone() for k, v in net.state_dict().items()}
opt = torch.optim.AdamW(net.parameters())
scaler_steps = 0
for i in range(6):
    loss = net(torch.randn(3, 2)).pow(2).mean() / 2
    loss.backward()
    if i % 2 == 1:
        opt.step(); opt.zero_grad(); scaler_steps += 1
    for k, v in net.state_dict().items():
        ema[k].mul_(0.9).add_(v, alpha=0.1)
