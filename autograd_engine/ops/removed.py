"""What PyTorch had once: functions that only say what has taken their place."""

from __future__ import annotations

from typing import NoReturn

from ..op import function

_GONE = "This function was deprecated since version 1.9 and is now removed."


@function("torch", "Tensor")
def solve(input, A, *, out=None) -> NoReturn:
    """Name `linalg.solve`, which takes its arguments the other way round."""
    raise RuntimeError(
        f"{_GONE} `torch.solve` is deprecated in favor of `torch.linalg.solve`. `torch.linalg.solve` has its arguments reversed "
        "and does not return the LU factorization.\n\n"
        "To get the LU factorization see `torch.lu`, which can be used with `torch.lu_solve` or `torch.lu_unpack`.\n"
        "X = torch.solve(B, A).solution should be replaced with:\n"
        "X = torch.linalg.solve(A, B)"
    )


@function("torch", "Tensor")
def lstsq(input, A, *, out=None) -> NoReturn:
    """Name `linalg.lstsq`, which takes its arguments the other way round."""
    raise RuntimeError(
        f"{_GONE} `torch.lstsq` is deprecated in favor of `torch.linalg.lstsq`.\n"
        "`torch.linalg.lstsq` has reversed arguments and does not return the QR decomposition in the returned tuple (although "
        "it returns other information about the problem).\n\n"
        "To get the QR decomposition consider using `torch.linalg.qr`.\n\n"
        "The returned solution in `torch.lstsq` stored the residuals of the solution in the last m - n columns of the returned "
        "value whenever m > n. In torch.linalg.lstsq, the residuals are in the field 'residuals' of the returned named "
        "tuple.\n\n"
        "The unpacking of the solution, as in\n"
        "X, _ = torch.lstsq(B, A).solution[:A.size(1)]\n"
        "should be replaced with:\n"
        "X = torch.linalg.lstsq(A, B).solution"
    )


@function("torch", "Tensor")
def eig(self, eigenvectors=False, *, e=None, v=None) -> NoReturn:
    """Name `linalg.eig`, whose results are complex."""
    raise RuntimeError(
        f"{_GONE} `torch.linalg.eig` returns complex tensors of dtype `cfloat` or `cdouble` rather than real tensors mimicking "
        "complex tensors.\n\n"
        "L, _ = torch.eig(A) should be replaced with:\n"
        "L_complex = torch.linalg.eigvals(A)\n\n"
        "and\n\n"
        "L, V = torch.eig(A, eigenvectors=True) should be replaced with:\n"
        "L_complex, V_complex = torch.linalg.eig(A)"
    )


@function("torch", "Tensor")
def symeig(input, eigenvectors=False, upper=True, *, out=None) -> NoReturn:
    """Name `linalg.eigh`, which reads the lower triangle."""
    raise RuntimeError(
        f"{_GONE} The default behavior has changed from using the upper triangular portion of the matrix by default to using "
        "the lower triangular portion.\n\n"
        "L, _ = torch.symeig(A, upper=upper) should be replaced with:\n"
        "L = torch.linalg.eigvalsh(A, UPLO='U' if upper else 'L')\n\n"
        "and\n\n"
        "L, V = torch.symeig(A, eigenvectors=True) should be replaced with:\n"
        "L, V = torch.linalg.eigh(A, UPLO='U' if upper else 'L')"
    )


@function("torch")
def matrix_rank(input, tol=None, symmetric=False, *, out=None) -> NoReturn:
    """Name `linalg.matrix_rank`."""
    raise RuntimeError(
        f"{_GONE}\nPlease use the `torch.linalg.matrix_rank` function instead. The parameter 'symmetric' was renamed in "
        "`torch.linalg.matrix_rank()` to 'hermitian'."
    )


@function("Tensor")
def reinforce(self, reward) -> NoReturn:
    """Show how a policy's gradient is computed by `torch.distributions`."""
    raise RuntimeError(
        "reinforce() was removed.\n"
        "Use torch.distributions instead.\n"
        "See https://pytorch.org/docs/main/distributions.html\n\n"
        "Instead of:\n\n"
        "probs = policy_network(state)\n"
        "action = probs.multinomial()\n"
        "next_state, reward = env.step(action)\n"
        "action.reinforce(reward)\n"
        "action.backward()\n\n"
        "Use:\n\n"
        "probs = policy_network(state)\n"
        "# NOTE: categorical is equivalent to what used to be called multinomial\n"
        "m = torch.distributions.Categorical(probs)\n"
        "action = m.sample()\n"
        "next_state, reward = env.step(action)\n"
        "loss = -m.log_prob(action) * reward\n"
        "loss.backward()\n"
    )
