"""Reports: findings in the forms that other programs read, GitHub's annotations and JUnit's XML."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

from ..catalogue import say
from .finding import Finding
from .findings import joined

_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # XML 1.0, section 2.2


def annotations(findings: list[Finding], file: Path, unshown: Sequence[str] = ()) -> str:
    """Return findings as GitHub's workflow commands, a line each, and as one notice what a run does not show.

    https://docs.github.com/actions/reference/workflow-commands-for-github-actions
    """
    lines = [_command("error", file, one.line, one.heading, one.text) for one in joined(findings)]
    if unshown:
        lines.append(_command("notice", file, None, say("why.unshown.title"), " ".join(unshown)))
    return "".join(f"{line}\n" for line in lines)


def _command(level: str, file: Path, line: int | None, title: str, text: str) -> str:
    given = {"file": file.as_posix(), "line": line, "title": title}
    properties = ",".join(f"{name}={_property(str(value))}" for name, value in given.items() if value is not None)
    return f"::{level} {properties}::{_data(text)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def junit(findings: list[Finding], file: Path, unshown: Sequence[str] = ()) -> bytes:
    """Return findings as a JUnit report: a failure each, one skipped case for what is not shown, or one that passed."""
    failed = [_failure(file, one) for one in joined(findings)]
    cases = failed or [_case(file, None, say("why.finding.gradients"))]
    if unshown:
        ElementTree.SubElement(cases[0], "skipped", message=_clean(" ".join(unshown)))
    counts = {"tests": len(cases), "failures": len(failed), "errors": 0, "skipped": 1 if unshown else 0}
    report = ElementTree.Element("testsuites")
    suite = ElementTree.SubElement(report, "testsuite", {name: str(count) for name, count in counts.items()})
    suite.set("name", "autograd-studio why")
    suite.extend(cases)
    ElementTree.indent(report)
    return ElementTree.tostring(report, encoding="utf-8", xml_declaration=True)


def _failure(file: Path, finding: Finding) -> ElementTree.Element:
    case = _case(file, finding.line, finding.heading)
    said = ElementTree.SubElement(case, "failure", message=_clean(finding.heading), type=finding.cause)
    said.text = _clean(finding.text)
    return case


def _case(file: Path, line: int | None, name: str) -> ElementTree.Element:
    place = _clean(file.as_posix())
    case = ElementTree.Element("testcase", classname=place, name=_clean(name), file=place)
    if line is not None:
        case.set("line", str(line))
    return case


def _clean(text: str) -> str:
    return _NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", text)
