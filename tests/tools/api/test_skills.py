"""Reading a skill for the form of a tool."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

SKILL_MD = b"---\nname: notes\ndescription: Turns talk into notes.\n---\nWrite."
OBJECT = {"name": "Notes", "description": "Turns talk into notes.", "systemPrompt": "Write."}


def upload(api: APIClient, content: bytes, **headers: str) -> Any:
    file = SimpleUploadedFile("skill", content)
    return api.post("/api/tools/skills/", {"file": file}, format="multipart", headers=headers)


@pytest.mark.parametrize(("content", "name"), [(SKILL_MD, "notes"), (json.dumps(OBJECT).encode(), "Notes")])
def test_a_skill_is_read_and_can_be_taken_up(alice_api: APIClient, content: bytes, name: str) -> None:
    answer = upload(alice_api, content)
    assert (answer.status_code, answer.json()["name"]) == (200, name)
    tool = {"type": "claude-skill", "name": "Notes", "config": {"skill": answer.json()}}
    assert alice_api.post("/api/tools/configs/", tool).status_code == 201


@pytest.mark.parametrize(
    ("content", "quoted"),
    [
        (b"just text", "SKILL.md 必须以"),
        (json.dumps({**OBJECT, "systemPrompt": ""}).encode(), "systemPrompt："),
        (b"x" * (2 * 1024 * 1024 + 1), "超过 2 MB"),
    ],
)
def test_what_is_no_skill_is_refused_in_the_language_of_the_page(
    alice_api: APIClient, content: bytes, quoted: str
) -> None:
    answer = upload(alice_api, content, accept_language="zh-hans")
    assert answer.status_code == 400
    (error,) = answer.json()["errors"]
    assert error["pointer"] == "/file"
    assert error["message"].startswith(f"无法使用“skill”：{quoted}")


def test_strangers_read_nothing(anonymous_api: APIClient) -> None:
    assert upload(anonymous_api, SKILL_MD).status_code in {401, 403}
