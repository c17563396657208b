import sys
import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
print('x =', x, sep='', end=';\n')
print(*x.tolist(), sep=', ')
sys.stdout.write(str(x.sum()) + '\n')
print(x.shape, x.dtype, sep='\n')
print('%s %r' % (x, x.detach()), file=sys.stdout, flush=True)
print()
print('-' * 20)
