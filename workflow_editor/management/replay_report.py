"""Reports of `manage.py test_workflows`: lines for people, JUnit XML for programs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element, SubElement, tostring

from tools.core.definitions import JsonObject
from tools.forms.local_text import local_text
from workflow_editor.models import WorkflowTestResult

_MARKS = {"passed": "ok", "failed": "FAILED", "unfit": "UNFIT"}


@dataclass(frozen=True, slots=True)
class ReplayedCase:
    """One test and what came of it."""

    workflow: str
    """Short name."""
    name: str
    result: WorkflowTestResult

    @property
    def has_passed(self) -> bool:
        return self.result.status == WorkflowTestResult.Status.PASSED


def report_lines(cases: Sequence[ReplayedCase]) -> Iterator[str]:
    """Yield a line for each test with its differences below, and a sum."""
    for case in cases:
        yield f"{_MARKS[case.result.status]:6} {case.workflow} · {case.name}"
        for finding in case.result.findings:
            yield f"         {_message(finding)}"
    passed = sum(case.has_passed for case in cases)
    yield f"{passed} of {len(cases)} tests passed."


def junit_xml(cases: Sequence[ReplayedCase]) -> str:
    """Return the report as JUnit XML; a cassette mismatch is an error, anything else a failure.

    Source: the form that CI services read (Apache Ant's JUnit task): testsuite, testcase, failure, error.
    """
    broken = [case for case in cases if not case.has_passed]
    unfit = [case for case in broken if case.result.status == WorkflowTestResult.Status.UNFIT]
    counts = {"tests": len(cases), "failures": len(broken) - len(unfit), "errors": len(unfit)}
    suite = Element("testsuite", {"name": "workflows", **{name: str(count) for name, count in counts.items()}})
    for case in cases:
        row = SubElement(suite, "testcase", {"classname": case.workflow, "name": case.name})
        if case in broken:
            messages = [_message(finding) for finding in case.result.findings]
            SubElement(row, "error" if case in unfit else "failure", {"message": messages[0]}).text = "\n".join(
                messages
            )
    return tostring(suite, encoding="unicode", xml_declaration=True)


def _message(finding: JsonObject) -> str:
    return local_text(finding["message"])
