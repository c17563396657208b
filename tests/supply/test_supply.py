"""The tools that update, audit and list what others wrote, with registries that answer and registries that do not."""

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from benchmarks.studio import free_port
from tools.supply import LOCK, bill, locked, update
from tools.supply.audit import FOUND, UNREACHED, Audit, read_licences, read_npm_audit, read_pip_audit

DIGEST = "sha256:" + "0123456789abcdef" * 4
FILE = (
    "FROM python:3.13-slim-trixie\n  image: autograd-studio:${STUDIO_VERSION:-latest}\n    image: some/nginx:stable\n"
)


@contextmanager
def registry():
    """A registry of images: its address, and what it was asked."""
    asked = []

    class Registry(BaseHTTPRequestHandler):
        def log_message(self, *_): ...

        def do_GET(self):
            self._answer(b'{"token": "t"}')

        def do_HEAD(self):
            asked.append((self.path, self.headers["Authorization"]))
            self._answer(b"")

        def _answer(self, body):
            self.send_response(200)
            self.send_header("Docker-Content-Digest", DIGEST)
            self.end_headers()
            self.wfile.write(body)

    with ThreadingHTTPServer(("127.0.0.1", 0), Registry) as server:
        threading.Thread(target=server.serve_forever).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}", asked
        finally:
            server.shutdown()


def test_images_get_the_digests_of_their_tags_and_ours_keeps_its_name():
    with registry() as (address, asked):
        text = update.pinned(FILE, lambda name, tag: update.digest(name, tag, address, f"{address}/token"))
    assert asked == [
        ("/v2/library/python/manifests/3.13-slim-trixie", "Bearer t"),
        ("/v2/some/nginx/manifests/stable", "Bearer t"),
    ]
    assert text == FILE.replace("trixie\n", f"trixie@{DIGEST}\n").replace("stable\n", f"stable@{DIGEST}\n")
    assert update.unpinned(FILE) == ["python:3.13-slim-trixie", "some/nginx:stable"]
    assert update.unpinned(text) == []
    assert update.pinned(text, lambda *_: "@sha256:" + "f" * 64).count("sha256:") == 2  # and of another day


def test_where_no_registry_answers_the_files_stay_as_they_were(tmp_path):
    path = tmp_path / "compose.yaml"
    path.write_text(FILE)
    nobody = f"http://127.0.0.1:{free_port()}"
    with pytest.raises(update.Unreached, match=r"python:3\.13-slim-trixie"):
        update.update((path,), lambda name, tag: update.digest(name, tag, nobody, nobody))
    assert path.read_text() == FILE


def test_the_images_of_deploy_are_among_those_that_are_pinned():
    dockerfile, compose = (path.read_text(encoding="utf-8") for path in update.IMAGES)
    fetched = update.IMAGE.findall(dockerfile + compose)
    assert [name for _, name, *_ in fetched] == ["python", "nginxinc/nginx-unprivileged"]


def audited(read, printed):
    audit = Audit()
    read(audit, printed)
    return audit


def test_known_faults_are_told_with_what_mends_them():
    fault = {"id": "CVE-2026-1", "fix_versions": ["2.0"]}
    found = audited(read_pip_audit, json.dumps({"dependencies": [{"name": "a", "version": "1.0", "vulns": [fault]}]}))
    assert (found.status, found.found) == (FOUND, ["a 1.0: CVE-2026-1, mended in 2.0"])
    found = audited(read_npm_audit, json.dumps({"vulnerabilities": {"b": {"range": "<3", "severity": "high"}}}))
    assert (found.status, found.found) == (FOUND, ["b <3: high"])


@pytest.mark.parametrize(
    ("read", "printed"),
    [
        (read_pip_audit, ""),
        (read_pip_audit, '{"dependencies": [{"name": "a", "skip_reason": "not found on PyPI"}]}'),
        (read_npm_audit, '{"message": "405 Method Not Allowed"}'),
        (read_npm_audit, "npm is missing"),
    ],
)
def test_a_database_that_gives_no_answer_is_no_all_clear(read, printed):
    assert audited(read, printed).status == UNREACHED


def test_an_answer_without_faults_is_an_all_clear():
    assert audited(read_pip_audit, '{"dependencies": [{"name": "a", "version": "1", "vulns": []}]}').status == 0
    assert audited(read_npm_audit, '{"vulnerabilities": {}}').status == 0


def test_all_that_is_handed_on_has_a_licence_that_allows_it():
    audit = Audit()
    read_licences(audit)
    assert audit.found == []


def test_an_images_bill_has_all_that_is_installed_with_its_hashes():
    document = json.loads(bill.bills()["image"])
    assert document["bomFormat"] == "CycloneDX"
    listed = {one["purl"]: one for one in document["components"] if "purl" in one}
    for package in locked.python(LOCK.read_text(encoding="utf-8")):
        hashes = listed[f"pkg:pypi/{package.name}@{package.version}"]["properties"]
        assert [one["value"] for one in hashes] == list(package.sha256)
    (scoped,) = (purl for purl in listed if "preact/signals@" in purl)
    assert scoped.startswith("pkg:npm/%40preact/")


def test_each_bill_says_what_it_is_of_and_wheel_and_site_have_what_is_bundled():
    bills = {name: json.loads(text) for name, text in bill.bills().items()}
    assert bills.keys() == {"wheel", "image", "site"}
    for document in bills.values():
        assert document["metadata"]["component"]["name"] == "autograd-studio"
        assert "preact" in {one["name"] for one in document["components"]}
    named = {name: {one["name"] for one in document["components"]} for name, document in bills.items()}
    assert [name for name in named if {"furo", "sphinx"} <= named[name]] == ["site"]
