import torch

generator = torch.manual_seed(3)
print(generator is torch.default_generator, isinstance(generator, torch.Generator), generator)
print(type(torch.Generator()), generator.device)
state = torch.default_generator.get_state()
print(state.shape, state.dtype, torch.rand(2))
torch.default_generator.set_state(state)
print(torch.rand(2, generator=torch.default_generator), torch.default_generator.initial_seed())
other = torch.Generator()
other.set_state(torch.get_rng_state())
print(torch.rand(1, generator=other), torch.rand(1))
try:
    other.set_state(3)
except TypeError as error:
    print(error)
