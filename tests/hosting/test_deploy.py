"""What deploy/ promises: all files agree, nothing is granted that is not needed, and nginx at work."""

import asyncio
import json
import os
import re
import shutil
import signal
import subprocess
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import kubernetes_validate
import pytest
import yaml
from websockets.exceptions import ConnectionClosed, InvalidStatus

from autograd_studio.web.routes import tokens
from autograd_studio.web.server import draining
from benchmarks.studio import Studio, free_port
from benchmarks.visitor import Refused, Visitor
from tests.support.needed import needed

from ..support.awaiting import awaited

DEPLOY = Path(__file__).parents[2] / "deploy"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
NGINX = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
OBJECTS = {
    document["kind"]: document
    for path in DEPLOY.glob("kubernetes/*.yaml")
    for document in yaml.safe_load_all(path.read_text(encoding="utf-8"))
}
# What no cluster sees, and what the Gateway API defines, not Kubernetes.
UNPUBLISHED = {"Kustomization", "Gateway", "HTTPRoute"}
PROGRAM = "import torch\nx = torch.tensor({}., requires_grad=True)\n(x * x).backward()\n"


def pod():
    return OBJECTS["Deployment"]["spec"]["template"]


def container():
    (found,) = pod()["spec"]["containers"]
    return found


def test_the_image_has_every_folder_that_the_studio_imports():
    copied = set(re.findall(r"^COPY (\w+) \1$", DOCKERFILE, re.MULTILINE))
    root = DEPLOY.parent
    packages = {path.parent.name for path in root.glob("*/__init__.py")} - {"tests", "tools", "op_table"}
    assert copied == packages | {"pages"}
    assert "COPY app.py server.py ./" in DOCKERFILE


def test_an_image_lends_pytorch_only_if_it_is_built_so():
    assert "ARG TORCH=0\n" in DOCKERFILE
    assert "AUTOGRAD_STUDIO_TORCH=$TORCH" in DOCKERFILE


def test_a_replica_is_granted_nothing():
    assert "USER 10001:10001" in DOCKERFILE
    security = container()["securityContext"]
    assert security["allowPrivilegeEscalation"] is False
    assert security["readOnlyRootFilesystem"] is True
    assert security["capabilities"] == {"drop": ["ALL"]}
    assert pod()["spec"]["securityContext"]["runAsNonRoot"] is True
    assert pod()["spec"]["automountServiceAccountToken"] is False
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"]
    for service in services.values():
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
    assert not any("env_file" in service for service in services.values())


def test_all_replicas_and_nobody_else_have_the_key():
    """It signs what a visitor may have run again; a program cannot read it."""
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"]
    environments = {name: service.get("environment", {}) for name, service in services.items()}
    assert environments["nginx"] == {}
    assert environments["studio-1"] == environments["studio-2"]
    assert environments["studio-1"].keys() == {tokens.KEY, "FORWARDED_ALLOW_IPS"}
    found = {variable["name"]: variable for variable in container()["env"]}
    assert found.keys() == {tokens.KEY, "FORWARDED_ALLOW_IPS"}
    assert found[tokens.KEY] == {"name": tokens.KEY, "valueFrom": {"secretKeyRef": {"name": "studio", "key": "key"}}}


def test_nothing_leaves_a_replica():
    policy = OBJECTS["NetworkPolicy"]["spec"]
    assert policy["egress"] == []
    assert policy["policyTypes"] == ["Ingress", "Egress"]
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    assert compose["networks"]["inside"] == {"internal": True}
    assert compose["services"]["studio-1"]["networks"] == ["inside"]


def test_all_objects_mean_the_same_pods_and_ports():
    labels = pod()["metadata"]["labels"]
    selectors = [
        OBJECTS["Deployment"]["spec"]["selector"]["matchLabels"],
        OBJECTS["Service"]["spec"]["selector"],
        OBJECTS["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"],
        OBJECTS["NetworkPolicy"]["spec"]["podSelector"]["matchLabels"],
    ]
    assert selectors == [labels] * 4
    name = OBJECTS["Deployment"]["metadata"]["name"]
    assert OBJECTS["HorizontalPodAutoscaler"]["spec"]["scaleTargetRef"]["name"] == name
    ports = {port["name"]: port["containerPort"] for port in container()["ports"]}
    assert OBJECTS["Service"]["spec"]["ports"][0]["targetPort"] in ports
    assert pod()["metadata"]["annotations"]["prometheus.io/port"] == str(ports["metrics"])
    assert f"AUTOGRAD_STUDIO_METRICS_PORT={ports['metrics']}" in DOCKERFILE
    assert set(OBJECTS["Kustomization"]["resources"]) == {
        path.name for path in DEPLOY.glob("kubernetes/*.yaml") if path.name != "kustomization.yaml"
    }


@pytest.mark.parametrize("kind", sorted(OBJECTS.keys() - UNPUBLISHED))
def test_an_object_keeps_to_the_published_schema(kind):
    kubernetes_validate.validate(OBJECTS[kind], kubernetes_validate.latest_version(), strict=True)


@pytest.mark.thorough
def test_the_probes_ask_for_what_the_server_answers(studio):
    """Streamlit answers every other path with its page."""
    for probe in ("startupProbe", "livenessProbe", "readinessProbe"):
        path = container()[probe]["httpGet"]["path"].lstrip("/")
        with urllib.request.urlopen(studio.address + path, timeout=10) as answer:
            assert answer.read(20).lower().startswith((b"ok", b'{"ready"'))
    assert "127.0.0.1:8501/readyz" in DOCKERFILE


def test_a_host_waits_until_a_replica_has_drained():
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"]
    hook = int(container()["lifecycle"]["preStop"]["exec"]["command"][1])
    grace = int(compose["studio-1"]["stop_grace_period"].removesuffix("s"))
    assert min(grace, pod()["spec"]["terminationGracePeriodSeconds"] - hook) >= draining.PATIENCE + 5
    assert OBJECTS["Deployment"]["spec"]["strategy"]["rollingUpdate"] == {"maxUnavailable": 0, "maxSurge": 1}


def test_every_request_may_go_to_every_replica_but_what_is_the_hosts_alone():
    """An address is often a class, and would be sent to one replica; what needs no affinity has none."""
    assert "sessionAffinity" not in OBJECTS["Service"]["spec"]
    gateway, route = OBJECTS["Gateway"], OBJECTS["HTTPRoute"]["spec"]
    (listener,) = gateway["spec"]["listeners"]
    assert route["parentRefs"] == [{"name": gateway["metadata"]["name"], "sectionName": listener["name"]}]
    assert route["hostnames"] == [listener["hostname"]]
    closed, open_ = route["rules"]
    paths = [match["path"]["value"] for match in closed["matches"]]
    assert all(f"location = {path} {{ return 404; }}" in NGINX for path in paths)
    assert "backendRefs" not in closed
    (behind,) = open_["backendRefs"]
    assert behind == {
        "name": OBJECTS["Service"]["metadata"]["name"],
        "port": OBJECTS["Service"]["spec"]["ports"][0]["port"],
    }


# ---- two replicas behind nginx


@contextmanager
def nginx(folder, *replicas, text=NGINX):
    """Run nginx as deploy/nginx.conf has it before replicas at these ports; yield its address and its process."""
    binary = needed(shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/bin"), "nginx")
    port = free_port()
    text = text.replace("listen 8080", f"listen 127.0.0.1:{port}").replace("/tmp/", f"{folder}/")
    text = text.replace("root /etc/nginx;", f"root {DEPLOY};")
    for number, replica in enumerate(replicas, 1):
        text = text.replace(f"studio-{number}:8501", f"127.0.0.1:{replica}")
    (folder / "nginx.conf").write_text(text, encoding="utf-8")
    user = "user root;" if os.geteuid() == 0 else ""  # whose folder it is
    with subprocess.Popen([binary, "-c", str(folder / "nginx.conf"), "-g", f"daemon off; {user}"]) as process:
        try:
            time.sleep(0.5)
            yield f"http://127.0.0.1:{port}/", process
        finally:
            process.terminate()


@pytest.fixture
def replicas(tmp_path):
    """Two replicas behind nginx: its address, its process, and the replicas."""
    with ExitStack() as stack:
        studios = [stack.enter_context(Studio(AUTOGRAD_STUDIO_KEY="k" * 32)) for _ in range(2)]
        yield *stack.enter_context(nginx(tmp_path, *(one.port for one in studios))), studios


def test_where_no_replica_answers_a_page_says_so_and_tries_again(tmp_path):
    with nginx(tmp_path, free_port(), free_port()) as (address, _):
        for request in (f"{address}?program=x", urllib.request.Request(f"{address}nudge", b"{}")):
            with pytest.raises(urllib.error.HTTPError) as caught:
                urllib.request.urlopen(request, timeout=10)
            answer = caught.value
            assert (answer.code, answer.headers["Retry-After"]) == (503, "3")
            page = answer.read().decode()
            assert "Autograd Studio is restarting" in page
            assert '<meta http-equiv="refresh" content="3">' in page


async def visit(address, cookie, program):
    """Run a program as the visitor with this cookie and return its picture; None if the connection broke."""
    with suppress(ConnectionClosed, InvalidStatus, OSError, EOFError, Refused):
        async with Visitor(address, f"studio_replica={cookie}") as visitor:
            await visitor.open()
            return (await visitor.run(program))["payload"]


@pytest.mark.thorough
def test_visitors_need_not_stay_with_a_replica(replicas, tmp_path):
    """As behind a gateway without affinity: each request goes to the replica whose turn it is."""
    _, _, studios = replicas
    turns = NGINX.replace("hash $visitor consistent;", "")
    (folder := tmp_path / "turns").mkdir()
    with nginx(folder, *(one.port for one in studios), text=turns) as (address, _):

        async def class_():
            return await asyncio.gather(*(visit(address, "", PROGRAM.format(400 + number)) for number in range(8)))

        assert None not in awaited(class_())
        sent = granted(address)
        assert [nudged(address, sent) for _ in range(6)] == [200] * 6
    assert all(one.runs() for one in studios), "all went to one replica"


def test_visitors_stay_with_a_replica_and_survive_its_end(replicas):
    address, _, studios = replicas

    async def class_(number):
        visits = (visit(address, f"visitor{n}", PROGRAM.format(n + number)) for n in range(8))
        return await asyncio.gather(*visits)

    def counts():
        return [len(one.runs()) for one in studios]

    assert None not in awaited(class_(0))
    first = counts()
    assert sum(first) == 8
    assert all(first), "all visitors went to one replica"
    awaited(class_(100))
    assert counts() == [2 * count for count in first], "a visitor changed the replica"
    studios[0].kill()
    assert None not in awaited(class_(200))
    assert counts()[1] == 2 * first[1] + 8


@pytest.mark.thorough
def test_files_of_the_front_end_are_kept(replicas):
    address, _, studios = replicas
    place = address.rstrip("/")

    async def visit():
        async with Visitor(address) as visitor:
            await visitor.open()
            return visitor.config["files"]

    files = awaited(visit())
    with urllib.request.urlopen(place + files["studio"], timeout=10) as answer:
        kept = answer.read()
    for studio in studios:
        studio.kill()
    with urllib.request.urlopen(place + files["studio"], timeout=10) as answer:
        assert answer.read() == kept
        assert "immutable" in answer.headers["Cache-Control"]
    with pytest.raises(urllib.error.HTTPError) as missing:
        urllib.request.urlopen(place + files["inter"], timeout=10)
    missing.value.close()


class Silent(BaseHTTPRequestHandler):
    def log_message(self, *_): ...


@contextmanager
def answering(handler):
    """Serve what a handler answers; yield the port."""
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever).start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()


@pytest.mark.parametrize("path", ["run", "check", "compare"])
def test_an_answer_comes_line_by_line(tmp_path, path):
    is_read = threading.Event()

    class Lines(Silent):
        def do_POST(self):
            self.send_response(200)
            self.send_header("Content-Type", "application/x-ndjson")
            self.end_headers()
            self.wfile.write(b"first\n")
            is_read.wait(30)
            self.wfile.write(b"last\n")

    with answering(Lines) as port, nginx(tmp_path, port, port) as (address, _):
        try:
            with urllib.request.urlopen(f"{address}{path}", b"{}", timeout=10) as answer:
                assert answer.readline() == b"first\n"
                is_read.set()
                assert answer.read() == b"last\n"
        finally:
            is_read.set()


@contextmanager
def holding(*names):
    """Serve files of these names and nothing else, as a replica of one version does; yield the port."""

    class Answers(Silent):
        def do_GET(self):
            self.send_response(200 if self.path.rpartition("/")[2] in names else 404)
            self.send_header("Content-Length", "0")
            self.end_headers()

    with answering(Answers) as port:
        yield port


def test_a_file_of_another_version_is_found_at_the_other_replica(tmp_path):
    with holding("studio-1.js") as old, holding("studio-2.js") as new, nginx(tmp_path, old, new) as (address, _):
        for name in ("studio-1.js", "studio-2.js") * 4:
            with urllib.request.urlopen(f"{address}studio/{name}", timeout=10) as answer:
                assert answer.status == 200
        with pytest.raises(urllib.error.HTTPError) as missing:
            urllib.request.urlopen(f"{address}studio/studio-3.js", timeout=10)
        with missing.value as answer:
            assert answer.code == 404


def granted(address):
    """Return what the front end of a visitor at this address sends along with each nudge."""

    async def open_one():
        async with Visitor(address) as visitor:
            await visitor.open()
            return {"token": visitor.config["token"], "program": PROGRAM.format(3)}

    return awaited(open_one())


def nudged(address, sent):
    """Return with which status a replica answers a nudge, without a cookie."""
    body = json.dumps({**sent, "nudge": {"creation": 0, "value": 5.0}}).encode()
    request = urllib.request.Request(address + "nudge", body, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


@pytest.mark.thorough
def test_any_replica_answers_a_nudge_also_one_that_has_come_back(replicas):
    address, _, studios = replicas
    sent = granted(studios[0].address)
    assert [nudged(one.address, sent) for one in studios] == [200, 200]
    studios[0].kill()
    assert nudged(studios[1].address, sent) == 200
    studios[0].start()
    assert [nudged(address, sent) for _ in range(12)] == [200] * 12


@pytest.mark.thorough
def test_a_server_with_a_key_of_its_own_refuses_the_tokens_of_others(studio, replicas):
    _, _, (one, _) = replicas
    assert nudged(studio.address, granted(one.address)) == 403


# ---- rolled out


class Docker:
    """A `docker` for deploy/roll.sh: it lists two replicas, and `obey` is called with what it is to do."""

    def __init__(self, folder, obey):
        self.folder, self._obey = folder, obey
        asked, done = folder / "asked", folder / "done"
        os.mkfifo(asked)
        os.mkfifo(done)
        (folder / "docker").write_text(
            f"""#!/bin/sh
            case "$*" in
                "compose config --services") printf 'nginx\\nstudio-1\\nstudio-2\\n' ;;
                *) echo "$STUDIO_VERSION $*" >{asked}; read -r status <{done}; exit "$status" ;;
            esac
            """
        )
        (folder / "docker").chmod(0o755)
        shutil.copy(DEPLOY / "roll.sh", folder)

    def roll(self, version):
        """Roll a version out; return what roll.sh ended with, and what it said."""
        environment = {**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}"}
        command = [self.folder / "roll.sh", version]
        with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as rolling:
            while order := self._order(rolling):
                (self.folder / "done").write_text(f"{self._obey(order)}\n")
            return rolling.wait(), rolling.stderr.read()

    def _order(self, rolling):
        """Return the next order, None if there is none any more."""
        asked = os.open(self.folder / "asked", os.O_RDONLY | os.O_NONBLOCK)
        try:
            while rolling.poll() is None:
                with suppress(BlockingIOError):
                    if line := os.read(asked, 1000):
                        return line.decode().strip()
                time.sleep(0.02)
        finally:
            os.close(asked)
        return None


def test_a_roll_out_ends_where_a_replica_does_not_become_healthy(tmp_path):
    orders = []

    def obey(order):
        orders.append(order)
        return 1 if order.startswith("0.3.0 compose up") else 0

    docker = Docker(tmp_path, obey)
    assert docker.roll("0.2.0") == (0, "")
    assert [order.split()[-1] for order in orders] == ["studio-1", "reload", "studio-2", "reload"]
    status, said = docker.roll("0.3.0")
    assert status == 1
    assert said.endswith("To roll back: deploy/roll.sh 0.2.0\n")
    assert orders[4:] == ["0.3.0 compose up --detach --no-deps --no-build --wait studio-1"]
    assert (tmp_path / ".env").read_text() == "STUDIO_VERSION=0.2.0\n"


class Student:
    """A visitor who runs one program after the other, and whose front end asks again where there was no answer."""

    def __init__(self, address, number):
        self._address, self._number = address, number
        self._visitor = None
        self.sent = self.answered = self.again = self.lost = 0

    async def study(self, is_over):
        """Run programs that nobody else runs until it is over, at least three."""
        while self.sent < 3 or not is_over():
            source = PROGRAM.format(f"{self._number}.{self.sent:04}")
            self.sent += 1
            found = await self._run(source)
            self.answered += found["program"] == source and found["payload"] is not None
            await asyncio.sleep(1)
        await self._visitor.__aexit__()

    async def _run(self, source):
        while True:
            told = []
            try:
                if self._visitor is None:
                    visitor = await Visitor(self._address, f"studio_replica=student{self._number}").__aenter__()
                    await visitor.open("lesson=fan-out")
                    self._visitor = visitor
                async for line in self._visitor.lines("run", program=source):
                    told.append(line)
                return json.loads(told[-1])
            except (ConnectionClosed, InvalidStatus, OSError, EOFError, Refused):
                self.again += 1
                self.lost += bool(told)  # the server had begun
                self._visitor = None
                await asyncio.sleep(0.2)


@pytest.mark.thorough
def test_a_roll_out_loses_no_run(replicas, tmp_path, capsys):
    address, proxy, studios = replicas
    ended = []

    def obey(order):
        if order.endswith("reload"):
            proxy.send_signal(signal.SIGHUP)
            return 0
        studio = studios[int(order[-1]) - 1]
        studio.process.terminate()
        ended.append(studio.process.wait(draining.PATIENCE + 10))
        studio.start()
        return 0

    (tmp_path / "host").mkdir()
    docker = Docker(tmp_path / "host", obey)
    students = [Student(address, number) for number in range(60)]

    async def class_():
        rolling = asyncio.create_task(asyncio.to_thread(lambda: time.sleep(5) or docker.roll("0.2.0")))
        await asyncio.gather(*(student.study(rolling.done) for student in students))
        return rolling.result()

    assert awaited(class_()) == (0, "")
    sent, answered, again, lost = (
        sum(vars(one)[name] for one in students) for name in ("sent", "answered", "again", "lost")
    )
    with capsys.disabled():
        print(
            f"\n60 visitors, both replicas replaced: sent {sent}, answered {answered}, connected again {again}, lost {lost}"
        )
    assert ended == [-signal.SIGTERM] * 2
    assert (answered, lost) == (sent, 0)
    for studio in studios:
        (line,) = (json.loads(line) for line in studio.log().splitlines() if '"drained"' in line)
        assert line["cut_off"] == 0


def test_nginx_stands_before_the_door(replicas):
    """It refuses what is too large itself; the door of a replica refuses what it lets through."""
    address, _, studios = replicas
    port = urlsplit(address).port
    statuses = Counter()
    with closing(HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
        for path, headers in (
            ("/?" + "a" * 20_000, {}),
            ("/", {"Cookie": "a" * 20_000}),
            ("/_stcore/upload_file/a/b", {}),
        ):
            connection.request("PUT", path, b"a", headers)
            with connection.getresponse() as answer:
                answer.read()
                statuses[answer.status] += 1
    assert statuses == {414: 1, 400: 1, 405: 1}
    assert sum(one.metrics().get('autograd_studio_refused_total{reason="method"}', 0) for one in studios) == 1


@pytest.mark.parametrize("limit", ["limit_req zone=", "limit_conn ", "client_header_timeout", "client_body_timeout"])
def test_nginx_bounds_what_one_address_may_ask(limit):
    assert limit in NGINX
