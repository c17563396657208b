import torch
torch.manual_seed(0)
m = torch.nn.Linear(2, 1)
scaler = torch.cuda.amp.GradScaler()
opt = torch.optim.SGD(m.parameters(), lr=0.1)
for _ in range(2):
    opt.zero_grad()
    with torch.cuda.amp.autocast():
        l = m(torch.ones(1, 2)).pow(2).sum()
    scaler.scale(l).backward(); scaler.unscale_(opt); torch.nn.utils.clip_grad_norm_(m.parameters(), 1.0); scaler.step(opt); scaler.update(); print(l)
print(scaler.get_scale())
