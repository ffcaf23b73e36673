"""The fields of events, journal entries and waits are named in their classes only: nobody reads a payload by key."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.runtime import ROOT

CLASSES = {"agents/core/journal.py", "agents/core/events.py", "workflow_editor/engine/events.py"}
SOURCES = [path for app in ("agents", "workflow_editor") for path in sorted((ROOT / app).rglob("*.py"))]
ROWS = re.compile(r"agents\.core\.(events|journal)|engine\.events|run_frames|\b(RunEvent|JournalRow|Wait)\b")


def reads_by_key(source: str) -> Iterator[str]:
    """Yield each read of a payload by a literal key, in a module that knows events or journals."""
    if not ROWS.search(source):
        return
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Subscript(value=read, slice=ast.Constant(value=str()), ctx=ast.Load()):
                pass
            case ast.Call(func=ast.Attribute(value=read, attr="get"), args=[ast.Constant(value=str()), *_]):
                pass
            case ast.keyword(arg=str(name), value=value) if name.startswith("payload__") and "RunEvent" in source:
                yield f"{name}={ast.unparse(value)}"
                continue
            case _:
                continue
        text = ast.unparse(read)
        if re.search(r"""(\b|\[')payload('\])?(\(\))?$""", text):
            yield ast.unparse(node)


def test_no_payload_is_read_by_key() -> None:
    found = {
        path.relative_to(ROOT).as_posix(): reads
        for path in SOURCES
        if path.relative_to(ROOT).as_posix() not in CLASSES
        if (reads := list(reads_by_key(path.read_text())))
    }
    assert found == {}


@pytest.mark.parametrize(
    "read",
    [
        "event.payload['text']",
        "event['payload']['text']",
        "payload['text']",
        "payload.get('scope', '')",
        "event.payload()['round']",
        "settled.wait.payload.get('tool')",
        "RunEvent.objects.filter(payload__scope='')",
    ],
)
def test_such_reads_are_found(read: str) -> None:
    assert list(reads_by_key(f"from workflow_editor.models import RunEvent\n{read}"))


def test_other_reads_are_not() -> None:
    assert not list(reads_by_key("from workflow_editor.models import RunEvent\ndetails['payload']"))
