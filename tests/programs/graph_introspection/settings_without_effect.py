# Names of torch.autograd that do nothing, or refuse, without a GPU and a compiler.
import torch

G = torch.autograd.graph
print(G.set_warn_on_accumulate_grad_stream_mismatch(False), G.set_override_stale_capture_stream(True))
for f in (
    lambda: G.set_warn_on_accumulate_grad_stream_mismatch("a"),
    lambda: G.set_override_stale_capture_stream(1),
    lambda: G.set_override_stale_capture_stream(None),
    lambda: G.region_activation_memory_budget(0.5),
    lambda: G.region_activation_memory_budget(2),
    lambda: G.region_activation_memory_budget("a"),
    lambda: G.region_activation_memory_budget(True),
):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
N = torch.autograd.function.NestedIOFunction
print(N, N.__mro__[1], issubclass(N, torch.autograd.Function), torch.autograd.NestedIOFunction is N)


class M(N):
    def forward_extended(self, x):
        return x


m = M()
for f in (lambda: m(torch.ones(1)), lambda: m.forward_extended(2), lambda: m.backward_extended(1)):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
