import torch
torch.manual_seed(0)
device = "cuda" if torch.cuda.is_available() else "cpu"
use_amp = device == "cuda"
m = torch.nn.Linear(2, 1).to(device)
scaler = torch.amp.GradScaler(device, init_scale=8.)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
for _ in range(2):
    opt.zero_grad()
    with torch.autocast(device_type=device, dtype=torch.float16, enabled=use_amp):
        l = m(torch.ones(1, 2)).pow(2).sum()
    scaler.scale(l).backward(); print(m.weight.grad); scaler.unscale_(opt); scaler.step(opt); scaler.update(); print(l, scaler.get_scale())
print(scaler.state_dict())
