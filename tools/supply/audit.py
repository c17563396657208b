"""Ask whether what others wrote has known faults, and which licences it has: `make audit`.

It ends with 0 if nothing was found, 1 if something was, and 3 if a database of faults could not be asked: no answer is no
all-clear.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, metadata

from . import LOCK, PACKAGE_LOCK
from .locked import javascript, python

FOUND, UNREACHED = 1, 3

# Licences under which we may hand a package on; some name theirs by a classifier.
ALLOWED = {
    "0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MIT-CMU", "MPL-2.0", "OFL-1.1", "PSF-2.0", "CC0-1.0",
    "Zlib", "Apache License 2.0", "Apache Software License", "3-Clause BSD License", "BSD License", "MIT License",
    "Python Software Foundation License", "Mozilla Public License 2.0 (MPL 2.0)",
}  # fmt: skip


@dataclass
class Audit:
    """What was found, and which databases gave no answer."""

    found: list[str] = field(default_factory=list)
    unreached: list[str] = field(default_factory=list)

    @property
    def status(self) -> int:
        """The exit status: what was found outweighs what could not be asked."""
        return FOUND if self.found else UNREACHED if self.unreached else 0


def read_pip_audit(audit: Audit, printed: str) -> None:
    """Take in what pip-audit printed as JSON; a package that it skipped was not looked up."""
    try:
        packages = json.loads(printed)["dependencies"]
    except (ValueError, KeyError, TypeError):
        audit.unreached.append(f"Python packages: pip-audit printed no answer: {printed.strip()[-200:]}")
        return
    for package in packages:
        for fault in package.get("vulns", []):
            fixed = ", ".join(fault.get("fix_versions", [])) or "no version yet"
            audit.found.append(f"{package['name']} {package['version']}: {fault['id']}, mended in {fixed}")
    if skipped := [package["name"] for package in packages if "skip_reason" in package]:
        audit.unreached.append(f"Python packages: {len(skipped)} of {len(packages)} could not be looked up")


def read_npm_audit(audit: Audit, printed: str) -> None:
    """Take in what npm audit printed as JSON."""
    try:
        packages = json.loads(printed)["vulnerabilities"]
    except (ValueError, KeyError, TypeError):
        audit.unreached.append("JavaScript packages: npm's registry gave no answer")
        return
    for name, fault in packages.items():
        audit.found.append(f"{name} {fault['range']}: {fault['severity']}")


def licences_of(name: str) -> set[str]:
    """Return the licences that an installed Python package names: its expression, or else its classifiers."""
    try:
        told = metadata(name)
    except PackageNotFoundError:
        return set()
    if expression := told.get("License-Expression"):
        return set(expression.replace("(", "").replace(")", "").replace(" OR ", " AND ").split(" AND "))
    classifiers = {
        line.rpartition(" :: ")[2] for line in told.get_all("Classifier", []) if line.startswith("License ::")
    }
    return (classifiers - {"OSI Approved"}) or {told.get("License", "")} - {""}


def read_licences(audit: Audit) -> None:
    """Take in the licences of all that is locked."""
    for package in python(LOCK.read_text(encoding="utf-8")):
        if not (licences := licences_of(package.name)):
            audit.unreached.append(f"{package.name}: it is not installed here, or names no licence")
        elif not licences <= ALLOWED:
            audit.found.append(f"{package.name}: {', '.join(sorted(licences - ALLOWED))} is no licence that we hand on")
    for package in javascript(PACKAGE_LOCK.read_text(encoding="utf-8")):
        if not set(package.licence.replace(" OR ", " AND ").split(" AND ")) <= ALLOWED:
            audit.found.append(f"{package.name}: {package.licence} is no licence that we hand on")


def printed_by(*command: str) -> str:
    """Return what a command prints, whatever it ends with."""
    try:
        return subprocess.run(command, capture_output=True, text=True).stdout
    except FileNotFoundError:
        return f"{command[0]} is missing"


def main() -> int:
    """Ask all, print what came of it and return the exit status."""
    audit = Audit()
    pip_audit = ("pip-audit", "--requirement", str(LOCK), "--disable-pip", "--require-hashes")
    read_pip_audit(audit, printed_by(*pip_audit, "--format", "json", "--progress-spinner", "off"))
    npm_audit = ("npm", "audit", "--package-lock-only", "--json", "--prefix", str(PACKAGE_LOCK.parent))
    read_npm_audit(audit, printed_by(*npm_audit))
    read_licences(audit)
    for line in audit.found:
        print(f"found: {line}")
    for line in audit.unreached:
        print(f"not known: {line}")
    if not audit.status:
        print("Nothing was found.")
    return audit.status


if __name__ == "__main__":
    sys.exit(main())
