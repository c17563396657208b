import torch, numpy as np
def tr(*a, **k):
    try: torch.testing.assert_close(*a, **k); print("ok")
    except Exception as e: print(type(e).__name__, e)
T = torch.tensor
tr(T([1., 2.]), T([1., 2.]))
tr(T([1., 2.]), T([1., 2.00001]))
tr(T([1., 2., 3.]), T([1., 2.5, 3.1]))
tr(T([[1., 2.], [3., 4.]]), T([[1., 2.], [3., 5.]]), rtol=0, atol=0)
tr(T(1.), T(1.2)); tr(T([1]), T([2])); tr(T([1]), T([1.])); tr(T([1.]), T([1., 2.]))
tr(T([1.]), T([1.], dtype=torch.float64)); tr(T([1.]), T([1.], dtype=torch.float64), check_dtype=False)
tr(1.0, 1.0); tr(1, 2); tr(1, 1.0); tr(1.0, 1.1); tr(float('nan'), float('nan')); tr(float('nan'), float('nan'), equal_nan=True)
tr([T(1.), T(2.)], [T(1.), T(2.1)]); tr({"a": T(1.), "b": [1, 2]}, {"a": T(1.), "b": [1, 3]}); tr({"a": 1}, {"b": 1}); tr([1], [1, 2])
tr(None, T(1.)); tr(None, None); tr(True, False); tr("a", "a"); tr(T(1.), 1.0); tr(np.ones(2), np.ones(2)); tr(np.ones(2), T([1., 1.]))
tr(T([1.]), T([2.]), msg="custom"); tr(T([1.]), T([2.]), msg=lambda m: "Oh: " + m); tr(T([1.]), T([2.]), rtol=1)
tr(T([1., float('nan')]), T([1., float('nan')])); tr(T([True]), T([False])); tr(T([0.1]), T([0.])) 
x = T([1., 2.], requires_grad=True); (x ** 2).sum().backward(); tr(x.grad, 2 * x); tr(x.grad, 2 * x.detach() + 1)
tr(torch.ones(2, 3), torch.ones(3, 2).t(), check_stride=True)
