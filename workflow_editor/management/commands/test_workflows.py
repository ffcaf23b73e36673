"""`manage.py test_workflows`: replays the tests of workflows; no server, no key and no network is needed."""

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4
from xml.etree.ElementTree import Element, SubElement, tostring

import orjson
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError

from tools.core.definitions import JsonObject
from tools.core.formats.json_text import parse_json
from tools.forms.local_text import local_text
from workflow_editor.errors import InvalidInputError, WorkflowError
from workflow_editor.models import Workflow, WorkflowTest, WorkflowTestResult
from workflow_editor.services.testing.files import read_test_file, workflow_test_of_file
from workflow_editor.services.testing.results import workflow_test_judge, workflow_test_run
from workflow_editor.services.workflows import workflow_create

_MARKS = {"passed": "ok", "failed": "FAILED", "unfit": "UNFIT"}


@dataclass(frozen=True, slots=True)
class ReplayedCase:
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


UNUSABLE = 2
"""Exit code when there is nothing to test, or a file cannot be read."""


class Command(BaseCommand):
    """Exits with 0 when all tests pass, 1 when some do not, and 2 when there is nothing that could be tested."""

    help = "Replay the tests of workflows over their graphs as they are now; nothing outside is called."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slugs", nargs="*", metavar="slug", help="short names of workflows; all without any")
        parser.add_argument(
            "--file", action="append", type=Path, default=[], help="a test file to replay instead of stored tests"
        )
        parser.add_argument(
            "--graph",
            type=Path,
            help="an exported workflow that the test files are replayed over; needs no database row",
        )
        parser.add_argument("--junit", type=Path, help="also write the report as JUnit XML to this file")

    def handle(
        self, *, slugs: Sequence[str], file: Sequence[Path], graph: Path | None, junit: Path | None, **options: Any
    ) -> None:
        if graph is not None and not file:
            raise CommandError("--graph says what --file is replayed over: name a test file too.", returncode=UNUSABLE)
        cases = list(_of_files(file, graph, slugs) if file else _of_rows(slugs))
        if not cases:
            raise CommandError("There are no tests. Save a run as a test first.", returncode=UNUSABLE)
        for line in report_lines(cases):
            self.stdout.write(line)
        if junit is not None:
            junit.write_text(junit_xml(cases), encoding="utf-8")
        failed = sum(not case.has_passed for case in cases)
        if failed:
            raise CommandError(f"{failed} of {len(cases)} tests did not pass.", returncode=1)


def _of_rows(slugs: Sequence[str]) -> Iterator[ReplayedCase]:
    tests = WorkflowTest.objects.select_related("workflow__owner").order_by("workflow__slug", "name")
    if slugs:
        for slug in slugs:
            _workflow(slug)
        tests = tests.filter(workflow__slug__in=slugs)
    for test in tests:
        yield ReplayedCase(test.workflow.slug, test.name, workflow_test_run(test, test.workflow.owner))


def _of_files(paths: Sequence[Path], graph: Path | None, slugs: Sequence[str]) -> Iterator[ReplayedCase]:
    with _workflow_of(graph) as exported:
        for path in paths:
            value = _json(path)
            try:
                slug = slugs[0] if slugs else read_test_file(value).workflow
                workflow = exported or _workflow(slug)
                test = workflow_test_of_file(value, workflow, workflow.owner)
            except InvalidInputError as error:
                raise _unreadable(path, error) from error
            yield ReplayedCase(slug, test.name, workflow_test_judge(test, workflow.owner))


@contextmanager
def _workflow_of(graph: Path | None) -> Iterator[Workflow | None]:
    """Put an exported workflow into the database while its tests run; what they leave behind goes with it."""
    if graph is None:
        yield None
        return
    value = _json(graph)
    owner = User.objects.create_user(f"test_workflows-{uuid4().hex[:12]}")
    workflow = None
    try:
        workflow = workflow_create(owner, name=str(value.get("name") or "Tested"), document=value.get("document"))
        yield workflow
    except InvalidInputError as error:
        raise _unreadable(graph, error) from error
    finally:
        if workflow is not None:
            workflow.delete()
        owner.delete()


def _workflow(slug: str) -> Workflow:
    found = Workflow.objects.select_related("owner").filter(slug=slug).first()
    if found is None:
        raise CommandError(f"There is no workflow {slug!r}.", returncode=UNUSABLE)
    return found


def _json(path: Path) -> Any:
    try:
        value = parse_json(path.read_bytes())
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.", returncode=UNUSABLE) from error
    except orjson.JSONDecodeError as error:
        raise CommandError(f"{path} is not JSON: {error}.", returncode=UNUSABLE) from error
    if not isinstance(value, dict):
        raise CommandError(f"{path} holds no JSON object.", returncode=UNUSABLE)
    return value


def _unreadable(path: Path, error: WorkflowError) -> CommandError:
    places = [f"{found['pointer']}: {local_text(found['message'])}" for found in error.details.get("errors", [])]
    return CommandError(f"{path}: {'; '.join([error.text.en, *places])}", returncode=UNUSABLE)
