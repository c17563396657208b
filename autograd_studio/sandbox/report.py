"""What of the sandbox holds on this machine: a list of checks, and the answer to "may programs run here?"."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Check:
    """One layer of the sandbox and whether it holds; without a `required` one no program is run."""

    name: str
    holds: bool
    detail: str = ""
    required: bool = True


def failing(checks: Iterable[Check]) -> str:
    """Return the required layers that do not hold, as a text for the host; empty if all hold."""
    bad = (check for check in checks if check.required and not check.holds)
    return "; ".join(f"{check.name}: {check.detail}" for check in bad)


@dataclass(frozen=True)
class Report:
    """The checks of a sandbox, its mode ("hosted" or "local"), and whether it is `ready` to run programs."""

    mode: str
    checks: tuple[Check, ...]
    ready: bool

    @property
    def isolated(self) -> bool:
        """Every required layer holds."""
        return not self.failing

    @property
    def failing(self) -> str:
        """The required layers that do not hold, as a text for the host."""
        return failing(self.checks)
