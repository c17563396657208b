"""What deploy/ promises: all files agree, nothing is granted that is not needed, and nginx at work."""

import asyncio
import json
import re
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from contextlib import ExitStack, suppress
from pathlib import Path

import kubernetes_validate
import pytest
import yaml
from websockets.exceptions import ConnectionClosed

from autograd_studio.web import links
from autograd_studio.web.server import tokens
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
        assert "env_file" not in service


def test_all_replicas_and_nobody_else_have_the_key():
    """It signs what a visitor may have run again; a program cannot read it."""
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"]
    names = {name: list(service.get("environment", ())) for name, service in services.items()}
    assert names == {"studio-1": [tokens.KEY], "studio-2": [tokens.KEY], "nginx": []}
    assert services["studio-1"]["environment"] == services["studio-2"]["environment"]
    (variable,) = container()["env"]
    assert variable == {"name": tokens.KEY, "valueFrom": {"secretKeyRef": {"name": "studio", "key": "key"}}}


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
        studios = [stack.enter_context(Studio(AUTOGRAD_STUDIO_KEY="k" * 32)) for _ in range(2)]
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


def granted(address):
    """Return what the player of a visitor at this address sends along with each nudge."""

    async def open_one():
        async with Visitor(address) as visitor:
            return (await visitor.open(f"program={links.token(PROGRAM.format(3))}")).head["nudge"]["sent"]

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
    address, studios = replicas
    sent = granted(studios[0].address)
    assert [nudged(one.address, sent) for one in studios] == [200, 200]
    studios[0].kill()
    assert nudged(studios[1].address, sent) == 200
    studios[0].start()
    assert [nudged(address, sent) for _ in range(12)] == [200] * 12


@pytest.mark.thorough
def test_a_server_with_a_key_of_its_own_refuses_the_tokens_of_others(studio, replicas):
    _, (one, _) = replicas
    assert nudged(studio.address, granted(one.address)) == 403
