"""`torch.nn`: modules, their parameters, first values for them, and the functions they compute."""

from . import attention, common_types, functional, grad, init, parallel, parameter, utils
from .modules import *
from .parallel import DataParallel
from .parameter import Buffer, Parameter, UninitializedBuffer, UninitializedParameter
