"""What the studio is made of that others wrote: locked, audited and listed."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
REQUIREMENTS = ROOT / "requirements.txt"
LOCK = ROOT / "deploy" / "requirements.lock"
PACKAGE_LOCK = ROOT / "autograd_studio" / "web" / "package-lock.json"
