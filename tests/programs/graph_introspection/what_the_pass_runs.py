import torch

a = torch.tensor(1.0, requires_grad=True)
b = torch.tensor(2.0, requires_grad=True)
c = a * b
d = c.sin()
leaf = c.grad_fn.next_functions[0][0]


def look(grad):
    print([node.name() for node in torch._C._current_graph_task_execution_order()])
    print(torch._C._current_autograd_node().name())
    print(torch._C._will_engine_execute_node(d.grad_fn), torch._C._will_engine_execute_node(leaf))


d.register_hook(look)
with torch.autograd.set_multithreading_enabled(False):
    d.backward(retain_graph=True)
    d.backward(retain_graph=True, inputs=[b])
    try:
        torch.autograd.grad(d, a)
    except RuntimeError as e:
        print(e)
for call in (
    lambda: torch._C._current_graph_task_execution_order(),
    lambda: torch._C._will_engine_execute_node(d.grad_fn),
    lambda: torch._C._will_engine_execute_node(d),
):
    try:
        call()
    except RuntimeError as e:
        print(e)
print(torch._C._current_graph_task_id(), torch._C._current_autograd_node())
