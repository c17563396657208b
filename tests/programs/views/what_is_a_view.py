import torch

x = torch.zeros(2, 3)
for name, t in {
    'view': x.view(6), 't': x.t(), 'slice': x[0:1], 'select': x[0], 'expand': x.expand(4, 2, 3),
    'unsqueeze': x.unsqueeze(0), 'transpose': x.transpose(0, 1), 'reshape': x.reshape(3, 2),
    'reshape_t': x.t().reshape(6), 'clone': x.clone(), 'index': x[[0, 1]], 'flatten': x.flatten(),
    'detach': x.detach(), 'diagonal': x.diagonal(), 'contiguous': x.contiguous(), 'chunk': x.chunk(2)[0],
    'squeeze': x.squeeze(), 'permute': x.permute(1, 0), 'narrow': x.narrow(0, 0, 1), 'unbind': x.unbind()[0],
}.items():
    print(f'{name:11}', t._is_view(), t._base is x, tuple(t.shape))
