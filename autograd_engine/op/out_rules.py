"""What functions say of a tensor given as `out=` that they do not take: of its dtype, and if it requires a gradient.

Names are those of PyTorch's messages: those of torch.linalg and torch.special begin with the namespace.
"""

from __future__ import annotations

import re

import numpy as np

from ..base import errors
from ..base.dtypes import OF_NUMPY
from ..base.promotion import can_cast

# ---- dtypes
# A text is followed by the functions that use it, some for their result at that [place], or with so many (tensors), only.
# {result} and {out} are the dtypes, {c_result} and {c_out} as C++ calls them.

# Functions that cast their result to any dtype of a higher kind, as those do that are not named here, with the first text.
_CASTING = {
    "result type {result} can't be cast to the desired output type {out}": "",
    "Expected canCast( typeMetaToScalarType(self.dtype()), typeMetaToScalarType(out.dtype())) to be true, but got false.  "
    "(Could this error message be improved?  If so, please report an enhancement request to PyTorch.)": "max min",
    "ldexp can't be cast to the desired output type {out}": "ldexp",
    "logsumexp(): Expected floating point type for result tensor, but got: {out}": "logsumexp",
    "mvlgamma: result type {result} can't be cast to the desired output type {result}": "mvlgamma",
    "{name}: Expected result to be safely castable from {result} dtype, but got result with dtype {out}": (
        "cholesky cholesky_inverse cholesky_solve linalg_cond linalg_pinv"
    ),
    "{base}: Expected result to be safely castable from {result} dtype, but got result with dtype {out}": (
        "linalg_matrix_power linalg_tensorinv linalg_tensorsolve"
    ),
    "torch.{name}: Expected result to be safely castable from {result} dtype, but got result with dtype {out}": (
        "linalg_matrix_rank linalg_householder_product orgqr"
    ),
    "\"nansum_cpu\" not implemented for '{out}'": "nanmean nansum",
    "\"normal_kernel_cpu\" not implemented for '{out}'": "normal",
    "torch.cat(): input types can't be cast to the desired output type {out}": (
        "cat concat concatenate column_stack dstack hstack stack vstack row_stack"
    ),
    "torch.geqrf: Expected a to be safely castable from {result} dtype, but got a with dtype {out}": "geqrf",
    "torch.linalg.lstsq: Expected solution to be safely castable from {result} dtype, but got solution with dtype {out}": (
        "linalg_lstsq"
    ),
}

# Functions whose result is not cast. Of several results each may have its text, by its place.
_EXACT = {
    "Expected out tensor to have dtype {c_result}, but got {c_out} instead": (
        "diag addmm addmv alias_copy aminmax argmax argmin as_strided_copy avg_pool2d baddbmm bmm cross cumsum diagonal_copy "
        "diagonal_scatter expand_copy gather index_add index_copy index_reduce inverse isin linalg_cholesky "
        "linalg_cholesky_ex linalg_cross linalg_det linalg_eigh linalg_eigvalsh linalg_inv linalg_inv_ex "
        "linalg_ldl_factor linalg_ldl_factor_ex linalg_ldl_solve linalg_lu linalg_lu_factor linalg_lu_factor_ex "
        "linalg_lu_solve linalg_qr linalg_slogdet linalg_solve linalg_solve_ex linalg_svd linalg_svdvals "
        "linalg_vector_norm linear log_softmax lu_solve lu_unpack matmul max[0] max[1] min[0] min[1] mm msort norm prod sum "
        "cumprod permute_copy qr renorm scatter scatter_add scatter_reduce select_copy select_scatter slice_copy slice_scatter "
        "softmax sort squeeze_copy svd t_copy take_along_dim topk transpose_copy triangular_solve tril triu unfold_copy "
        "unsqueeze_copy view_copy"
    ),
    "Found dtype {out} but expected {result}": (
        "abs absolute bitwise_not ceil floor frac neg negative gelu hardshrink softplus softshrink round sgn sign trunc fix "
        "conj_physical clamp(1) clamp_max(1) clamp_min(1) clip(1) lerp(3)"
    ),
    "Expected the dtype for input and out to match, but got {result} for input's dtype and {out} for out's dtype.": "amax amin",
    "torch.searchsorted(): output tensor's dtype is wrong, it can only be Int(int32) or Long(int64) depending on whether "
    "out_int32 flag is True, but we got output tensor's dtype {out} and out_int32 flag is {narrow}": "bucketize searchsorted",
    "result dtype {out} does not match input dtype {result}": "dot vdot",
    "tensordot: Expected the output tensor to have dtype {result}, but got an output tensor with dtype {out}": (
        "inner tensordot"
    ),
    "{name} expected out tensor dtype {result} but got: {out}": "linalg_norm linalg_matrix_norm",
    "expected scalar type {result} but found {out}": "linalg_solve_triangular log_sigmoid",
    "expected scalar_type {result} but found {out}": "cummax cummin logcumsumexp",
    "quantile() out tensor must be same dtype as the input tensor": "quantile nanquantile",
    "the output given to float_power has dtype {out} but the operation's result requires dtype {result}": "float_power",
    "heaviside is not yet implemented for tensors with different dtypes.": "heaviside",
    "torch.histogram: input tensor and hist tensor should have the same dtype, but got input {c_result} and hist {c_out}": (
        "histc"
    ),
    "{name}(): self and result must have the same scalar type": "index_select masked_select",
    "{name} does not support non-boolean outputs.": "isneginf isposinf signbit",
    "{name} only supports bool tensor for result, got: {out}": "all any",
    "multi_dot(): expected out tensor to have dtype {c_result} but got {c_out}": "linalg_multi_dot",
    "linalg.vecdot: Expected out of dtype{result} but found {out}": "linalg_vecdot",
    "addmv input tensors must have the same dtype, but got {out}, {result}, and {result}": "mv",
    "self and mat2 must have the same dtype, but got {out} and {result}": "addbmm",
    "multinomial expects {result} tensor out, got: {out}": "multinomial",
    "nan_to_num: dtype of out: {out} should be same as input: {result}": "nan_to_num",
    "{name}: Expected out tensor to have scalar type {result} but got scalar type{out}": "nonzero nonzero_static",
    "take(): self and out expected to have the same dtype, but got self.dtype = {result} and out.dtype = {out}": "take",
    "Expected out type to be {result} but got {out}": "where",
    "torch.frexp() expects mantissa to have dtype {c_result} but got {c_out}": "frexp",
    "torch.frexp() expects exponent to have {c_result} dtype but got {c_out}": "frexp[1]",
    "torch.ormqr: Expected input and result to have the same dtype, but input has dtype{result} and result has dtype {out}": (
        "ormqr"
    ),
    "Expected tensor for 'values' to have the same type as tensor for argument #2 'self'; but type {out_type} does not "
    "equal {result_type} (while checking arguments for median)": "median[0] nanmedian[0]",
    "Expected tensor for argument #1 'indices' to have scalar type {result}; but got {out_type} instead (while checking "
    "arguments for median)": "median[1] nanmedian[1]",
    "output values must be of same type as input": "kthvalue",
    "output indices must be of scalar type Long": "kthvalue[1]",
    "expected scalar type '{result}' but got '{out}' for values output": "mode",
    "expected scalar type '{result}' but got '{out}' for indices output": "mode[1]",
}  # fmt: skip


def _by_function(texts: dict[str, str]) -> dict[str, str]:
    return {function: text for text, functions in texts.items() for function in functions.split()}


_CASTING_BY, _EXACT_BY = _by_function(_CASTING), _by_function(_EXACT)


def check_dtype(name: str, operands: int, place: int | None, result: np.dtype, out: np.dtype) -> None:
    """Raise PyTorch's error unless a function's result, of several that at `place`, may be written into a dtype `out`.

    Some functions have a rule of their own for so many tensors among their arguments.
    """
    keys = (f"{name}({operands})", name) if place is None else (f"{name}[{place}]", name)
    exact = next((_EXACT_BY[key] for key in keys if key in _EXACT_BY), None)
    if exact is None and (name in _ANY or can_cast(result, out)) or name in ("all", "any") and out == np.uint8:
        return
    text = exact or _CASTING_BY.get(name, next(iter(_CASTING)))
    raise _KINDS.get(text.split()[0], RuntimeError)(
        text.format(
            name=name.replace("linalg_", "linalg."), base=name.removeprefix("linalg_"),
            result=OF_NUMPY[result].legacy, out=OF_NUMPY[out].legacy,
            c_result=errors.cpp_name(result), c_out=errors.cpp_name(out), narrow=result.itemsize == 4,
            result_type=errors.tensor_type(result), out_type=errors.tensor_type(out),
        )
    )  # fmt: skip


# The errors that are no RuntimeErrors, by how their texts begin.
_KINDS = {"torch.cat():": TypeError} | dict.fromkeys(('"nansum_cpu"', '"normal_kernel_cpu"'), NotImplementedError)
_ANY = frozenset("bernoulli eq ge gt le logical_and logical_not logical_or logical_xor lt ne lu".split())

# ---- gradients
# The operators that refuse, by the functions that call them under another name; the others refuse themselves.

_REFUSED_BY = _by_function({
    "_linalg_det": "linalg_det", "_linalg_eigh": "linalg_eigh linalg_eigvalsh", "_linalg_slogdet": "linalg_slogdet slogdet",
    "_linalg_solve_ex": "linalg_solve linalg_solve_ex", "_linalg_svd": "linalg_svd linalg_svdvals", "cat": (
    "column_stack concat concatenate dstack hstack vstack row_stack"), "div": "true_divide divide", "gather": "take_along_dim",
    "linalg_cholesky_ex": "linalg_cholesky", "linalg_cross": "cross", "linalg_householder_product": "orgqr",
    "linalg_inv_ex": "linalg_inv inverse", "linalg_lu_factor_ex": "linalg_lu_factor", "linalg_lu_solve": "lu_solve",
    "linalg_qr": "qr", "linalg_vector_norm": "norm", "log_sigmoid_forward": "log_sigmoid", "matmul": "linalg_matrix_power",
    "mm": "linalg_multi_dot chain_matmul", "mul": "kron outer ger", "nansum": "nanmean", "polygamma": "special_polygamma",
    "pow": "float_power square", "sort": "msort", "vdot": "linalg_vecdot",
} | {f"special_{name}": name for name in "entr erfcx i0e i1 i1e log_ndtr ndtri xlog1py zeta".split()})  # fmt: skip

# Functions that no gradient passes: they overwrite what requires one.
_SILENT = re.compile(
    r"(special_)?(airy_ai|bessel|chebyshev|hermite|laguerre|legendre|modified_bessel|scaled_mod|shifted_cheb|spherical)\w+"
    "|all|any|argmax|argmin|bucketize|histc|isin|isneginf|isposinf|linalg_matrix_rank|multinomial|nonzero|searchsorted|signbit"
)

# Functions that say so of `out` only.
_OF_OUT = frozenset(
    "alias_copy arange as_strided_copy conj_physical diag diagonal_copy expand_copy eye floor_divide full heaviside linspace "
    "log_softmax logspace ones permute_copy select_copy slice_scatter softmax squeeze_copy t_copy transpose_copy unfold_copy "
    "unsqueeze_copy view_copy zeros".split()
)

# Functions that copy their result into `out`, which fails by itself where it may not be written to.
_COPYING = frozenset(
    "diff inner linalg_cond linalg_matrix_norm linalg_norm linalg_tensorinv linalg_tensorsolve nanquantile quantile "
    "special_ndtr ndtr svd tensordot".split()
)


def is_silent(name: str) -> bool:
    """Return whether a function writes without a word into a tensor that requires a gradient."""
    return _SILENT.fullmatch(name) is not None


def check_gradient(name: str, of_arguments: bool, of_out: bool) -> None:
    """Raise PyTorch's error if arguments, or `out`, require a gradient that the function could not pass."""
    if is_silent(name) or name in _COPYING or name in _OF_OUT and not of_out or not (of_arguments or of_out):
        return
    operator = f"aten::{name}" if name in _OF_OUT else _REFUSED_BY.get(name, name)
    raise RuntimeError(
        f"{operator}(): functions with out=... arguments don't support automatic differentiation, but one of the arguments "
        "requires grad."
    )
