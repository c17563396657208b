"""What docs/hosting.md tells a host to copy: proxies that ask who it is, a unit of systemd, alerts and a dashboard."""

import base64
import json
import os
import re
import shutil
import ssl
import subprocess
import time
import urllib.error
import urllib.request
from contextlib import closing, contextmanager, suppress
from http.client import HTTPSConnection
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from prometheus_client import REGISTRY

from autograd_studio.web import metrics
from benchmarks.studio import free_port
from tests.support.needed import needed

from .test_deploy import answering

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
GUIDE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
UNVERIFIED = ssl._create_unverified_context()  # the proxy's own authority has signed what it shows
UNIT = DEPLOY / "systemd" / "autograd-studio.service"


class Studio(BaseHTTPRequestHandler):
    """A stand-in for the studio: it says what it was asked, and by whom."""

    def log_message(self, *_): ...

    def do_GET(self):
        said = f"{self.path} {self.headers['X-Forwarded-For']} {self.headers['Upgrade']} {self.headers['X-Forwarded-Proto']}"
        self.send_response(200)
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said.encode())


class SignIn(BaseHTTPRequestHandler):
    """A stand-in for oauth2-proxy: it knows one cookie."""

    def log_message(self, *_): ...

    def do_GET(self):
        is_known = "session=mine" in self.headers.get("Cookie", "")
        self.send_response(200 if self.path.startswith("/oauth2/sign_in") else 202 if is_known else 401)
        self.send_header("Content-Length", "0")
        self.end_headers()


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def asked(address, **headers):
    """Return status, text and headers of an answer."""
    opener = urllib.request.build_opener(NoRedirect(), urllib.request.HTTPSHandler(context=UNVERIFIED))
    try:
        with opener.open(urllib.request.Request(address, headers=headers), timeout=10) as answer:
            return answer.status, answer.read().decode(), answer.headers
    except urllib.error.HTTPError as error:
        with error:
            return error.code, "", error.headers


def upgraded(address):
    """Return what is answered to a browser that wants a websocket; urllib asks for none."""
    parts = urlsplit(address)
    with closing(HTTPSConnection(parts.hostname, parts.port, context=UNVERIFIED, timeout=10)) as connection:
        connection.request("GET", "/_stcore/stream", headers={"Upgrade": "websocket", "Connection": "Upgrade"})
        return connection.getresponse().read().decode()


@contextmanager
def running(command, address, **environment):
    """Run a proxy until the block ends."""
    with subprocess.Popen(command, env={**os.environ, **environment}, stderr=subprocess.DEVNULL) as process:
        try:
            for _ in range(100):
                with suppress(OSError):
                    asked(address)
                    break
                time.sleep(0.1)
            yield
        finally:
            process.terminate()


@contextmanager
def caddy(folder, students=None, **environment):
    """Run Caddy as deploy/proxy has it, before a stand-in for the studio; yield its address."""
    binary = needed(shutil.which("caddy"), "caddy")
    if students is not None:
        shutil.copy(DEPLOY / "proxy" / students, folder / "students")
    port = free_port()
    own = "{\n\tauto_https disable_redirects\n\tskip_install_trust\n\thttp_port " + str(free_port())
    text = (DEPLOY / "proxy" / "Caddyfile").read_text(encoding="utf-8").replace("{\n", f"{own}\n", 1)
    (folder / "Caddyfile").write_text(text)
    with answering(Studio) as studio:
        address = f"https://localhost:{port}"
        settings = {"STUDIO_ADDRESS": address, "STUDIO_BEHIND": f"127.0.0.1:{studio}", "HOME": str(folder)}
        home = {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
        command = [binary, "run", "--config", str(folder / "Caddyfile")]
        with running(command, address, **settings, **home, **environment):
            yield address


def test_caddy_hands_on_what_visitors_ask_over_https_and_nothing_that_is_the_hosts(tmp_path):
    with caddy(tmp_path) as address:
        status, text, headers = asked(f"{address}/?program=x")
        assert (status, text) == (200, "/?program=x 127.0.0.1 None https")
        assert upgraded(address) == "/_stcore/stream 127.0.0.1 websocket https"
        assert headers["Strict-Transport-Security"] == "max-age=31536000"
        assert [asked(f"{address}{path}")[0] for path in ("/readyz", "/_stcore/metrics")] == [404, 404]


def test_caddy_lets_in_who_knows_the_classs_password(tmp_path):
    binary = needed(shutil.which("caddy"), "caddy")
    command = [binary, "hash-password", "--plaintext", "backward"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    with caddy(tmp_path, "password.caddy", STUDIO_NAME="class", STUDIO_PASSWORD_HASH=printed) as address:
        basic = [base64.b64encode(f"class:{word}".encode()).decode() for word in ("backward", "forward")]
        assert [asked(address, Authorization=f"Basic {word}")[0] for word in basic] == [200, 401]
        assert asked(f"{address}/_stcore/stream", Upgrade="websocket", Connection="Upgrade")[0] == 401


def test_caddy_sends_who_has_not_signed_in_to_the_sign_in(tmp_path):
    with answering(SignIn) as port, caddy(tmp_path, "oidc.caddy", STUDIO_SIGN_IN=f"127.0.0.1:{port}") as address:
        status, _, headers = asked(f"{address}/?lesson=fan-out")
        assert (status, headers["Location"][:20]) == (302, "/oauth2/sign_in?rd=h")
        assert asked(f"{address}/oauth2/sign_in")[0] == 200
        assert asked(f"{address}/run")[0] == 302
        assert asked(f"{address}/?lesson=fan-out", Cookie="session=mine")[0] == 200


@contextmanager
def site(folder, text):
    """Run nginx with a site before a stand-in for the studio; yield its address."""
    binary = needed(shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/bin"), "nginx")
    port = free_port()
    paths = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;" if os.geteuid() == 0 else ""  # whose folder it is
    with answering(Studio) as studio:
        text = text.replace("listen 80;", f"listen 127.0.0.1:{port};").replace("127.0.0.1:8501", f"127.0.0.1:{studio}")
        (folder / "nginx.conf").write_text(f"{user} pid {folder}/pid; events {{}} http {{ {paths}\n{text} }}")
        command = [binary, "-c", str(folder / "nginx.conf"), "-e", "stderr", "-g", "daemon off;"]
        with running(command, f"http://127.0.0.1:{port}/"):
            yield f"http://127.0.0.1:{port}"


def test_the_site_for_certbot_hands_on_what_visitors_ask_and_nothing_that_is_the_hosts(tmp_path):
    with site(tmp_path, (DEPLOY / "proxy" / "site.conf").read_text(encoding="utf-8")) as address:
        status, text, _ = asked(f"{address}/?program=x", Upgrade="websocket", Connection="Upgrade")
        assert (status, text) == (200, "/?program=x 127.0.0.1 websocket http")
        assert [asked(f"{address}{path}")[0] for path in ("/readyz", "/_stcore/metrics")] == [404, 404]


def test_the_sites_comments_ask_for_a_password(tmp_path):
    (tmp_path / "students").write_text("class:{PLAIN}backward\n")
    text = (DEPLOY / "proxy" / "site.conf").read_text(encoding="utf-8").replace("# auth_basic", "auth_basic")
    with site(tmp_path, text.replace("/etc/nginx/students", f"{tmp_path}/students")) as address:
        basic = base64.b64encode(b"class:backward").decode()
        assert [asked(address)[0], asked(address, Authorization=f"Basic {basic}")[0]] == [401, 200]


def test_systemd_takes_the_unit_and_finds_little_exposed(tmp_path):
    binary = needed(shutil.which("systemd-analyze"), "systemd")
    program = tmp_path / ".venv" / "bin" / "streamlit"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    unit = tmp_path / UNIT.name
    unit.write_text(UNIT.read_text(encoding="utf-8").replace("/opt/autograd-studio", str(tmp_path)))
    verified = subprocess.run([binary, "verify", "--man=no", unit], capture_output=True, text=True)
    assert (verified.returncode, verified.stderr) == (0, "")
    # "OK" to systemd is anything below 5; a service without any of these lines has 9.6.
    judged = subprocess.run(
        [binary, "security", "--offline=yes", "--threshold=35", unit], capture_output=True, text=True
    )
    assert judged.returncode == 0, judged.stdout[-400:]


def exported():
    """Return the names under which Prometheus finds what a server tells."""
    names = {sample.name for family in REGISTRY.collect() for sample in family.samples}
    return names | {sample.name for family in metrics.Endings().collect() for sample in family.samples}


def test_what_is_watched_is_what_a_server_tells():
    metrics.SECONDS.observe(0.1)
    for one in (metrics.RUNS, metrics.ROADS, metrics.NUDGES, metrics.REFUSED, metrics.PICTURES):
        one.labels("x")
    metrics.INFO.info({"version": "x"})
    told = exported()
    for path in (DEPLOY / "monitoring").iterdir():
        named = set(re.findall(r"autograd_studio_\w+", path.read_text(encoding="utf-8")))
        assert named, path
        assert named <= told, path
    documented = set(re.findall(r"^\| `(autograd_studio_\w+)", GUIDE, re.MULTILINE)) | {"autograd_studio_waiting"}
    ours = {re.sub(r"_(bucket|count|sum)$", "", name) for name in told if name.startswith("autograd_studio_")}
    assert {name for name in ours if not name.endswith("_created")} == documented


def queries():
    """Return what the dashboard asks Prometheus."""
    dashboard = json.loads((DEPLOY / "monitoring" / "dashboard.json").read_text(encoding="utf-8"))
    return [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]


def test_prometheus_takes_the_alerts_and_they_are_raised_when_they_are_to(tmp_path):
    binary = needed(shutil.which("promtool"), "prometheus")
    shutil.copy(DEPLOY / "monitoring" / "alerts.yaml", tmp_path)
    shutil.copy(Path(__file__).with_name("alerts_test.yaml"), tmp_path)
    asked_ = [{"record": f"panel:{number}", "expr": one} for number, one in enumerate(queries())]
    (tmp_path / "panels.yaml").write_text(json.dumps({"groups": [{"name": "panels", "rules": asked_}]}))
    for command in (["check", "rules", "alerts.yaml", "panels.yaml"], ["test", "rules", "alerts_test.yaml"]):
        done = subprocess.run([binary, *command], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`?(deploy/[\w./-]+\w)", GUIDE))))
def test_a_file_that_the_guide_names_is_there(path):
    assert (ROOT / path).exists() or path in ("deploy/proxy/students", "deploy/.env")


def test_the_guides_way_without_docker_installs_as_an_image_does():
    dockerfile = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    (image,) = re.findall(r"pip (install .*) -r deploy/requirements.lock", dockerfile)
    (guide,) = re.findall(
        r"^    \.venv/bin/pip (install --require-hashes .*) -r deploy/requirements.lock$", GUIDE, re.MULTILINE
    )
    assert guide == image.replace("--no-cache-dir ", "")
    for line in ("python -m compileall -q .", "libexpat1 libglib2.0-0 libx11-6 libxext6 libxrender1"):
        assert line in dockerfile
        assert line in GUIDE
