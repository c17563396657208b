"""`torch.nn`: modules, their parameters, first values for them, and the functions they compute."""

from . import attention, common_types, functional, init, parameter, utils
from .modules import *
from .parameter import Buffer, Parameter, UninitializedBuffer, UninitializedParameter
