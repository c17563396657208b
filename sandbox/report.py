"""What of the sandbox holds on this machine: a list of checks, and the answer to "may programs run here?"."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Check:
    """One layer of the sandbox and whether it holds; without a `required` one no program is run."""

    name: str
    holds: bool
    detail: str = ""
    required: bool = True


@dataclass(frozen=True)
class Report:
    """The checks of one sandbox, its mode ("hosted" or "local"), and whether it runs programs."""

    mode: str
    checks: tuple[Check, ...]

    @property
    def isolated(self) -> bool:
        """Every required layer holds."""
        return bool(self.checks) and all(check.holds for check in self.checks if check.required)

    @property
    def ready(self) -> bool:
        """Programs are run: locked, or in local mode with the user's own rights."""
        return self.isolated or self.mode == "local"

    @property
    def failing(self) -> str:
        """The required layers that do not hold, as a text for the host."""
        bad = (check for check in self.checks if check.required and not check.holds)
        return "; ".join(f"{check.name}: {check.detail}" for check in bad)
