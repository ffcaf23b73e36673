"""The ready-made agents: complete in both languages, free of problems once made, and answering."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from agents.models import AgentProfile
from tests.doubles.task_queue import TaskQueue
from tests.workflow_editor.api.problem_asserts import assert_problem, pointers
from workflow_editor.agent_runtime.start import agent_run_start
from workflow_editor.models import Status, Wait

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_ready_made_agents_answer_without_internet_and_key(
    queue: TaskQueue, alice_api: APIClient, alice: User, language: str
) -> None:
    templates = alice_api.get("/api/agents/templates/").json()
    assert len(templates) >= 5
    for template in templates:
        body = {"template": template["id"]}
        made = alice_api.post("/api/agents/", body, headers={"Accept-Language": language})
        assert (made.status_code, made.json()["problems"]) == (201, [])
        document = made.json()["document"]
        texts = [template["name"], template["description"], *template["suggestions"]]
        assert [text[language[:2]] for text in texts] == [
            document["name"],
            document["description"],
            *document["prompts"]["suggestions"],
        ]
        run = agent_run_start(AgentProfile.objects.get(pk=made.json()["id"]), alice, message="Hello.")
        queue.run_all()
        run.refresh_from_db()
        # One whose tool asks a person waits for the answer.
        asks = "system:ask_person" in document["tool_ids_inventory"]
        assert run.status == (Status.WAITING if asks else Status.SUCCEEDED), run.error
        assert Wait.objects.filter(node_run__run=run, answered_at__isnull=True).exists() is asks


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"template": "nobody"}, "/template"),
        ({}, "/document"),
        ({"template": "x", "document": {"name": "x"}}, "/document"),
    ],
)
def test_what_names_no_agent_is_refused(alice_api: APIClient, body: dict[str, Any], pointer: str) -> None:
    assert pointers(assert_problem(alice_api.post("/api/agents/", body), 400, "invalid_input")) == [pointer]
    assert not AgentProfile.objects.exists()
