"""Packages as an installer leaves them: a folder of modules, and beside it what says that they were installed."""

from autograd_studio.sandbox.child import packages


def install(folder, name, files, is_installed=True):
    """Write the files of a package, by path, and what tells installers of it."""
    for path, text in files.items():
        file = folder / name / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    if is_installed:
        about = folder / f"{name}-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (about / "top_level.txt").write_text(f"{name}\n")
    packages._distributed.cache_clear()
