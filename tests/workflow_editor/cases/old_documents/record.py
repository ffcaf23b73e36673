"""Writes what `test_old_documents.py` compares: `pytest` of this file, beside the others in a checkout of 67f9fedb."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.workflow_editor.acceptance.api_user import ApiUser, done
from tests.workflow_editor.cases.old_documents.options import documents
from tests.workflow_editor.cases.old_documents.running import STARTERS, from_template, outcome, tools_of
from tests.workflow_editor.cases.partner import Partner

FOLDER = Path(__file__).parent


def write(name: str, records: list[dict[str, Any]], marks: dict[str, str]) -> None:
    with (FOLDER / f"{name}.jsonl").open("a", encoding="utf-8") as file:
        for record in records:
            line = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
            for value, mark in marks.items():
                line = line.replace(value, mark)
            file.write(f"{line}\n")


def test_record_documents(user: ApiUser, alice: User, echo: Partner) -> None:
    records = []
    for case in documents():
        document = json.loads(json.dumps(case["document"]).replace("${ECHO}", echo.url))
        records.append({**case, "outcome": outcome(user, document, case["inputs"], alice)})
    write("options", records, {echo.url: "${ECHO}"})


@pytest.mark.parametrize("template", STARTERS)
def test_record_starters(user: ApiUser, alice: User, template: str) -> None:
    workflow = from_template(user, template)
    document = done(user.api.get(f"/api/workflows/{workflow}/export/"))["document"]
    record = {"id": template, "document": document, "outcome": outcome(user, document, {}, alice)}
    write("starters", [record], tools_of(alice))
