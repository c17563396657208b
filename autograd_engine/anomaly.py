"""Anomaly mode: remember the forward call of every node, and stop a backward that makes NaN."""

from contextvars import ContextVar

_anomaly: ContextVar[bool] = ContextVar("anomaly", default=False)
_check_nan: ContextVar[bool] = ContextVar("check_nan", default=True)

anomaly_enabled = _anomaly.get


def checks_nan() -> bool:
    """Tell whether a backward has to look for NaN after each node."""
    return _anomaly.get() and _check_nan.get()
