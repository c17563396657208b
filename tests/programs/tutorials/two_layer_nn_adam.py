import torch

torch.manual_seed(0)
x = torch.randn(8, 10)
y = torch.randn(8, 2)
model = torch.nn.Sequential(
    torch.nn.Linear(10, 6),
    torch.nn.ReLU(),
    torch.nn.Linear(6, 2),
)
loss_fn = torch.nn.MSELoss(reduction='sum')
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for t in range(3):
    loss = loss_fn(model(x), y)
    print(t, f'{loss.item():.4f}')
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
