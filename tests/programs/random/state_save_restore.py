import torch

torch.manual_seed(5)
state = torch.get_rng_state()
a = torch.rand(2)
torch.set_rng_state(state)
b = torch.rand(2)
print(torch.equal(a, b), state.dtype, state.shape)
with torch.random.fork_rng():
    torch.manual_seed(0)
    print(torch.rand(1))
print(torch.rand(2))
