import torch
torch.manual_seed(0)
img = torch.rand(1, 3, requires_grad=True)
model = torch.nn.Linear(3, 2)
optimizer = torch.optim.Adam([img], lr=0.1)
for i in range(3):
    optimizer.zero_grad()
    score = -model(img)[0, 1]
    score.backward()
    optimizer.step()
    with torch.no_grad():
        img.clamp_(0, 1)
print(img)
