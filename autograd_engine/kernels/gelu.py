"""GELU of float32 numbers as oneDNN computes it, to which PyTorch leaves whole tensors (with AVX-512).

The error function is one of 23 polynomials by the size of the number, its gradient an approximation by Abramowitz and Stegun
(7.1.26) with an exponential of its own. The method and the coefficients are those of oneDNN's eltwise injector.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .elementary import multiply_add

_SINGLE = np.dtype(np.float32)


def serves(x: Any) -> bool:
    """Return whether PyTorch has oneDNN compute this."""
    return x.dtype is _SINGLE and x.size > 1 and x.flags.c_contiguous


def gelu(x: np.ndarray) -> np.ndarray:
    """Return x * (1 + erf(x / sqrt(2))) / 2."""
    size = np.abs(x)
    index = np.clip((size.view(np.int32) - _BIAS) >> 21, 1, 24)  # the exponent and two bits of the mantissa
    index[size > _ONE_FROM] = 23
    return x * (np.copysign(_horner(_PIECES[:, index], size), x) + 1) * _real(0.5)


def gelu_backward(grad: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Return the gradient of `gelu`."""
    root = x * _real(np.sqrt(0.5))
    density = fast_exp(-(root * root))
    rise = root * _ROOT_PI_INVERSE * density
    part = 1 / multiply_add(np.abs(root), _real(0.3275911), _real(1))
    erf = multiply_add(-density * part, _horner(_STEGUN, part), _real(1))
    return multiply_add(np.copysign(erf, x), _real(0.5), rise + _real(0.5)) * grad


def fast_exp(x: np.ndarray) -> np.ndarray:
    """Return exp(x) by the polynomial that PyTorch also has where it is not to be exact."""
    small = x < _LEAST
    x = np.maximum(x, _LEAST)
    n = np.floor(multiply_add(x, _real(np.log2(np.e)), _real(0.5)))
    found = np.ldexp(_horner(_EXPONENTIAL, multiply_add(n, -_real(np.log(2)), x)), n.astype(np.int32))
    return np.where(small, _real(0), found)


def _horner(coefficients: np.ndarray, x: np.ndarray) -> np.ndarray:
    found = np.broadcast_to(coefficients[-1], x.shape)
    for coefficient in coefficients[-2::-1]:
        found = multiply_add(found, x, coefficient)
    return found


def _real(value: float) -> np.float32:
    return np.float32(value)


def _floats(*words: str) -> np.ndarray:
    """Return the float32 numbers whose bits are given in hexadecimal digits."""
    return np.array([[int(word, 16) for word in line.split()] for line in words], np.uint32).view(np.float32)


_LEAST, _ROOT_PI_INVERSE = _floats("c2aeac50 3f106eba")[0]
_BIAS, _ONE_FROM = 0x3DE00001, _real(5.5426245)
_STEGUN = np.array([0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429], np.float32)
_EXPONENTIAL = _floats("3f800000 3f7ffffb 3efffee3 3e2aad40 3d2b9d0d 3c07cfce")[0]
_PIECES = _floats(
    "a6f2cb94 32827792 3381cc0c 34523d4a 351ac44d 35f36d88 36ee8229 37b8a3bb 3867a213 3940033b 3a2a5a1d 3ae35863 3b7828f2 "
    "3c08b14b 3c515ed3 bb503236 bd8d8e5e be8abcd9 bf0c19a2 beccb328 3e176ced 3f470d99 3f7abb28 3f800000 0",
    "3f4c422a 3f4c421f 3f4c4207 3f4c41cb 3f4c413b 3f4c3fad 3f4c3a2f 3f4c2d40 3f4c146a 3f4bc341 3f4ad08c 3f48f8cf 3f45fac7 "
    "3f404e07 3f3b980f 3f48dff3 3f78b21b 3fbb0704 40019c32 3fe536d6 3f81331e 3e6c8684 3c98f936 0 3f800000",
    "b62173f4 3735e4cf 37f2ff89 388c23be 3917535c 39ab2ab0 3a60fadb 3af9b960 3b6e5491 3c0a4ec5 3ca5aa8c 3d2138d9 3d8737d4 "
    "3ddfb660 3e0f27ab 3d94004b be0efdeb bf1d96c3 bf89db58 bf6d9897 bef69fb8 bdc4f8a8 bbde6422 0 0",
    "be081a19 be084570 be08639b be089837 be08f409 be09ab95 be0b66d0 be0e400a be124df8 be1bde02 be2f19c9 be4931bf be685fbc "
    "be89c95f be96cbca be8044aa be0550f2 3dcfd6a1 3e94c826 3e79345f 3decec91 3ca46568 3aa1e00a 0 0",
    "ba3d61db 39f097a3 3a5845dc 3ab1fa35 3b0cefb8 3b653ab6 3bcae527 3c221712 3c6c5840 3cc0a703 3d1dcc19 3d63656d 3d955907 "
    "3dbf9910 3dd53f69 3db7dcef 3d639ebe ba6ede48 bd22be69 bd041cf1 bc64f5ab bb097a32 b8ebf380 0 0",
    "3cb7d80c 3c9b6050 3c978d11 3c92e850 3c8d058b 3c848454 3c6cd623 3c4c824b 3c2a7935 3be0b390 3b0651ac bb232f53 bbd42fa0 "
    "bc2c5366 bc492c9e bc2a7aa6 bbd55d04 ba823a76 3b102aa8 3ae25a7e 3a31f792 38b84375 3689bb5a 0 0",
)
