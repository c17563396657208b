"""Write bills of materials (CycloneDX) beside the wheel, the image and the site: `make sbom`, in dist/.

The wheel has what its JavaScript is bundled from; the image also what deploy/requirements.lock installs; the site also what the
module for browsers is built of, where there is one, and what makes its documentation. What Debian adds to an image stands in
the image itself (`dpkg --list`).
"""

from __future__ import annotations

import json
from pathlib import Path

from autograd_studio.version import VERSION

from . import LOCK, PACKAGE_LOCK, ROOT
from .locked import Package, javascript, python

DOCUMENTED = ROOT / "requirements-docs.txt"
MODULE_BILL = ROOT / "autograd_studio" / "web" / "module" / "sbom.json"


def document(components: list[dict], subject: dict | None = None) -> str:
    """Return a bill of materials of `subject`, which is made of these components."""
    about = {} if subject is None else {"metadata": {"component": subject}}
    whole = {"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1, **about, "components": components}
    return json.dumps(whole, indent=1) + "\n"


def component(package: Package) -> dict:
    """Return how a bill names a package; the hashes are those of the files of which one is installed."""
    name = package.name.replace("@", "%40")
    found = {
        "type": "library",
        "name": package.name,
        "version": package.version,
        "purl": f"pkg:{package.registry}/{name}@{package.version}",
    }
    if package.sha256:
        found["properties"] = [{"name": "sha256 of a file", "value": digest} for digest in package.sha256]
    if package.licence:
        found["licenses"] = [{"expression": package.licence}]
    return found


def bills() -> dict[str, str]:
    """Return the bills by what each is of."""
    subject = {"type": "application", "name": "autograd-studio", "version": VERSION}
    bundled = [*map(component, javascript(PACKAGE_LOCK.read_text(encoding="utf-8")))]
    installed = [*map(component, python(LOCK.read_text(encoding="utf-8")))]
    documented = [*map(component, python(DOCUMENTED.read_text(encoding="utf-8")))]
    module = json.loads(MODULE_BILL.read_text(encoding="utf-8"))["components"] if MODULE_BILL.exists() else []
    made_of = {"wheel": bundled, "image": bundled + installed + module, "site": bundled + module + documented}
    return {name: document(components, subject) for name, components in made_of.items()}


def main(target: Path = ROOT / "dist") -> None:
    """Write them all."""
    target.mkdir(exist_ok=True)
    for name, text in bills().items():
        (target / f"{name}.cdx.json").write_text(text, encoding="utf-8")
        print(f"{len(json.loads(text)['components']):4} components  {name}.cdx.json")


if __name__ == "__main__":
    main()
