"""`torch.nn.utils`: what is done to the parameters and gradients of modules, and sequences for recurrent networks."""

from . import rnn
from .clip_grad import clip_grad_norm, clip_grad_norm_, clip_grad_value_, clip_grads_with_norm_, get_total_norm
from .convert_parameters import parameters_to_vector, vector_to_parameters
from .spectral_norm import spectral_norm
from .weight_norm import remove_weight_norm, weight_norm

__all__ = [
    "clip_grad_norm", "clip_grad_norm_", "clip_grad_value_", "clip_grads_with_norm_", "get_total_norm", "parameters_to_vector",
    "remove_weight_norm", "rnn",
    "spectral_norm", "vector_to_parameters", "weight_norm",
]  # fmt: skip
