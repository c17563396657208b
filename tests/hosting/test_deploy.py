"""What deploy/ promises: all files agree, nothing is granted that is not needed, and nginx at work."""

import asyncio
import re
import shutil
import subprocess
import time
import urllib.request
from collections import Counter
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import kubernetes_validate
import pytest
import yaml
from websockets.exceptions import ConnectionClosed

from autograd_studio.web import links
from benchmarks.studio import Studio, free_port
from benchmarks.visitor import Visitor
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
    assert all(service.get("environment", {}).keys() <= {"FORWARDED_ALLOW_IPS"} for service in services.values())


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


@pytest.mark.parametrize("kind", sorted(OBJECTS.keys() - {"Kustomization"}))  # which no cluster sees
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


# ---- two replicas behind nginx


@pytest.fixture
def replicas(tmp_path):
    """Two replicas behind nginx as deploy/nginx.conf has it: nginx' address, and the replicas."""
    nginx = needed(shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/bin"), "nginx")
    with ExitStack() as stack:
        studios = [stack.enter_context(Studio()) for _ in range(2)]
        port = free_port()
        text = NGINX.replace("listen 8080", f"listen 127.0.0.1:{port}").replace("/tmp/", f"{tmp_path}/")
        for number, one in enumerate(studios, 1):
            text = text.replace(f"studio-{number}:8501", f"127.0.0.1:{one.port}")
        (tmp_path / "nginx.conf").write_text(text, encoding="utf-8")
        command = [nginx, "-c", str(tmp_path / "nginx.conf"), "-g", "daemon off;"]
        server = stack.enter_context(subprocess.Popen(command))
        stack.callback(server.terminate)
        time.sleep(0.5)
        yield f"http://127.0.0.1:{port}/", studios


async def visit(address, cookie, program):
    """Open a program's link as the visitor with this cookie; None if the connection broke."""
    with suppress(ConnectionClosed, OSError, EOFError):
        async with Visitor(address, f"studio_replica={cookie}") as visitor:
            return (await visitor.open(f"program={links.token(program)}")).player


def test_visitors_stay_with_a_replica_and_survive_its_end(replicas):
    address, studios = replicas

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


def test_nginx_stands_before_the_door(replicas):
    """It refuses what is too large itself; the door of a replica refuses what it lets through."""
    address, studios = replicas
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
    assert sum(one.metrics().get('autograd_studio_refused_total{status="405"}', 0) for one in studios) == 1


@pytest.mark.parametrize("limit", ["limit_req zone=", "limit_conn ", "client_header_timeout", "client_body_timeout"])
def test_nginx_bounds_what_one_address_may_ask(limit):
    assert limit in NGINX
