import torch
torch.manual_seed(0)
policy = torch.nn.Linear(4, 2)
opt = torch.optim.Adam(policy.parameters(), lr=1e-2)
for episode in range(3):
    logps, rewards = [], []
    for t in range(4):
        s = torch.randn(4)
        d = torch.distributions.Categorical(logits=policy(s))
        a = d.sample()
        logps.append(d.log_prob(a))
        rewards.append(float(a.item()))
    R = 0.0; returns = []
    for r in rewards[::-1]:
        R = r + 0.9 * R
        returns.insert(0, R)
    returns = torch.tensor(returns)
    loss = -(torch.stack(logps) * (returns - returns.mean())).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
