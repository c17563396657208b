import torch

w = torch.nn.Parameter(torch.tensor([1.0, 2.0]))
opt = torch.optim.Adam([w], lr=0.1)
for _ in range(3):
    opt.zero_grad()
    w.pow(2).sum().backward()
    opt.step()
state = opt.state_dict()
print(state)
v = torch.nn.Parameter(w.detach().clone())
again = torch.optim.Adam([v], lr=1.0)
again.load_state_dict(state)
print(again.param_groups[0]['lr'], again.state[v]['exp_avg'], again.state[v]['exp_avg'] is opt.state[w]['exp_avg'])
for p, o in ((w, opt), (v, again)):
    o.zero_grad()
    p.pow(2).sum().backward()
    o.step()
print(torch.equal(w, v), v)
for bad in ({**state, 'param_groups': []}, {**state, 'param_groups': [{**state['param_groups'][0], 'params': [0, 1]}]}):
    try:
        again.load_state_dict(bad)
    except ValueError as e:
        print(e)
sgd = torch.optim.SGD([v], lr=0.1)
v.grad = torch.ones(2)
sgd.step()
print(sgd.state_dict()['state'], sgd.state)
