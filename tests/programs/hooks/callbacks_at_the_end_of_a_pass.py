import torch
from torch.autograd import Variable

engine = Variable._execution_engine


def last():
    print('last', torch._C._current_graph_task_id() >= 0)


def first():
    print('first')
    engine.queue_callback(last)


x = torch.ones(2, requires_grad=True)
y = x * 2
y.register_hook(lambda g: (engine.queue_callback(first), print('hook'))[1])
y.sum().backward()
print(x.grad)
try:
    engine.queue_callback(first)
except RuntimeError as e:
    print(e)
