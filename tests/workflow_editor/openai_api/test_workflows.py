"""The official `openai` client talks to workflows with a chat page, as it talks to agents."""

from typing import Any
from uuid import UUID

import openai
import pytest
from django.contrib.auth.models import User

from tests.factories.documents import edge, node
from tests.factories.workflows import workflow_create
from tests.workflow_editor.openai_api.conftest import Connect
from tools.models import ToolFile
from tools.services.tool_files import tool_file_upload
from workflow_editor.models import FileUse, Run, Trigger, TriggerDelivery, Workflow
from workflow_editor.services.tokens import token_create
from workflow_editor.services.triggers.control import trigger_pause
from workflow_editor.services.versions import version_publish

HELLO: Any = [{"role": "user", "content": "Hello"}]
PICTURE: Any = {"type": "image_url", "image_url": {"url": "data:image/png;base64,cG5n"}}
JsonObject = dict[str, Any]


def echo(result: str = "{{ trigger.message }}", **pages: JsonObject) -> JsonObject:
    """Return a workflow with chat pages, one unless named, that answers with a template."""
    pages = pages or {"chat": {}}
    return {
        "schema_version": 1,
        "nodes": [
            *(node(key, "chat_trigger", config) for key, config in pages.items()),
            node("start", "start"),
            node("end", "end", {"outputs": [{"name": "result", "value": result}]}),
        ],
        "edges": [edge("start", "end")],
    }


def published(owner: User, document: JsonObject, **fields: Any) -> Workflow:
    workflow = workflow_create(owner, document=document, **fields)
    version_publish(workflow, owner)
    return workflow


def ask(client: openai.OpenAI, model: str, messages: Any = HELLO, **options: Any) -> Any:
    return client.chat.completions.create(model=model, messages=messages, **options)


def test_a_workflow_with_a_chat_page_is_a_model_with_usage(client: openai.OpenAI, alice: User) -> None:
    ai = {"provider": "offline", "model": "offline-1", "userPrompt": "{{ trigger.message }}"}
    document = echo("{{ nodes.model.result }}")
    document["nodes"].append(node("model", "process", {**ai, "offlineScript": [{"text": "At your service"}]}))
    document["edges"] = [edge("start", "model"), edge("model", "end")]
    workflow = published(alice, document)
    name = f"workflow:{workflow.slug}"
    assert [model.id for model in client.models.list()] == [name]
    assert client.models.retrieve(name).owned_by == "alice"
    answer = ask(client, name)
    [choice] = answer.choices
    assert (answer.model, choice.message.content, choice.finish_reason) == (name, "At your service", "stop")
    assert answer.usage.total_tokens == answer.usage.prompt_tokens + answer.usage.completion_tokens > 0
    assert Run.objects.get().trigger == "chat_trigger"


def test_earlier_messages_reach_it_within_its_memory(client: openai.OpenAI, alice: User) -> None:
    workflow = published(alice, echo(chat={"contextTokens": 100}))
    messages: Any = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "long " * 500},
        {"role": "assistant", "content": "Yes"},
        {"role": "user", "content": [{"type": "text", "text": "Hello"}, {"type": "text", "text": "again"}]},
    ]
    answer = ask(client, f"workflow:{workflow.slug}", messages)
    assert answer.choices[0].message.content == "Hello\nagain"
    data = TriggerDelivery.objects.get().data
    assert data["history"] == [messages[0], messages[2]]
    assert (data["person"], data["conversation"]) == ("alice", "")


def test_the_same_key_is_answered_by_the_first_run_of_the_same_caller(
    client: openai.OpenAI, connect: Connect, alice: User, bob: User
) -> None:
    workflow = published(alice, echo(), editors=(bob,))
    other = connect(token_create(bob, name="chat", scopes=["chat"])[1])
    headers = {"Idempotency-Key": "k" * 200}
    name = f"workflow:{workflow.slug}"
    ids = [ask(one, name, extra_headers=headers).id for one in (client, client, other)]
    assert ids[0] == ids[1] != ids[2]
    assert Run.objects.count() == 2


def test_each_of_several_pages_has_a_name(client: openai.OpenAI, alice: User) -> None:
    workflow = published(alice, echo(sales={}, help={}))
    name = f"workflow:{workflow.slug}"
    assert [model.id for model in client.models.list()] == [f"{name}:help", f"{name}:sales"]
    assert ask(client, f"{name}:sales").choices[0].message.content == "Hello"
    assert TriggerDelivery.objects.get().trigger.node_key == "sales"
    with pytest.raises(openai.NotFoundError, match=f"{name}:help, {name}:sales") as caught:
        ask(client, name)
    assert caught.value.code == "model_not_found"


def test_what_nobody_published_or_may_not_be_run_is_no_model(client: openai.OpenAI, alice: User, charlie: User) -> None:
    draft = workflow_create(alice, document=echo(), name="Draft")
    foreign = published(charlie, echo(), name="Foreign")
    seen = published(charlie, echo(), name="Seen", viewers=(alice,))
    plain = published(alice, {**echo(), "nodes": echo()["nodes"][1:]}, name="Plain")
    assert list(client.models.list()) == []
    for workflow in (draft, foreign, seen, plain):
        with pytest.raises(openai.NotFoundError) as caught:
            ask(client, f"workflow:{workflow.slug}")
        assert caught.value.code == "model_not_found"
    assert not Run.objects.exists()


def test_a_paused_page_is_closed_and_not_listed(client: openai.OpenAI, alice: User) -> None:
    workflow = published(alice, echo())
    trigger_pause(Trigger.objects.get(), "Holiday")
    assert list(client.models.list()) == []
    with pytest.raises(openai.ConflictError) as caught:
        ask(client, f"workflow:{workflow.slug}")
    assert caught.value.code == "chat_closed"


@pytest.mark.parametrize(
    ("changes", "param"),
    [
        ({"temperature": 0.5}, "temperature"),
        ({"tools": [{"type": "function", "function": {"name": "add"}}]}, "tools"),
        ({"messages": [{"role": "user", "content": " "}]}, "messages"),
    ],
)
def test_what_a_workflow_cannot_do_is_named(client: openai.OpenAI, alice: User, changes: Any, param: str) -> None:
    workflow = published(alice, echo())
    with pytest.raises(openai.BadRequestError) as caught:
        client.chat.completions.create(**{"model": f"workflow:{workflow.slug}", "messages": HELLO, **changes})
    assert (caught.value.param, caught.value.type) == (param, "invalid_request_error")
    assert caught.value.code == "invalid_input"
    assert not Run.objects.exists()


def with_files(*parts: JsonObject) -> Any:
    return [{"role": "user", "content": [{"type": "text", "text": "Look"}, *parts]}]


def test_files_reach_it_by_content_and_by_id(client: openai.OpenAI, alice: User) -> None:
    workflow = published(alice, echo("{{ trigger.files[0].name }} {{ trigger.files[2].hash }}"))
    stored = tool_file_upload(alice, "plan.txt", "text/plain", 4, [b"plan"])
    note: Any = {"type": "file", "file": {"filename": "note.txt", "file_data": "data:text/plain;base64,bm90ZQ=="}}
    messages = with_files(note, PICTURE, {"type": "file", "file": {"file_id": str(stored.pk)}})
    answer = ask(client, f"workflow:{workflow.slug}", messages).choices[0].message.content
    files = TriggerDelivery.objects.get().data["files"]
    assert [(file["name"], file["size"]) for file in files] == [("note.txt", 4), ("image", 3), ("plan.txt", 4)]
    assert answer == f"note.txt {files[2]['hash']}"
    assert set(FileUse.objects.exclude(delivery=None).values_list("file_id", flat=True)) == {
        UUID(file["id"]) for file in files
    }


def test_files_alone_are_a_message_and_earlier_ones_are_named(client: openai.OpenAI, alice: User) -> None:
    workflow = published(alice, echo("{{ trigger.history[0].content[1].text }}"))
    messages = [*with_files(PICTURE), {"role": "assistant", "content": "Yes"}, {"role": "user", "content": [PICTURE]}]
    assert ask(client, f"workflow:{workflow.slug}", messages).choices[0].message.content == "[image]"
    assert "base64" not in str(TriggerDelivery.objects.get().data)


def test_files_of_others_and_none_at_all_are_refused(client: openai.OpenAI, alice: User, bob: User) -> None:
    row = tool_file_upload(bob, "plan.txt", "text/plain", 4, [b"plan"])
    workflow = published(alice, echo())
    for wrong in (str(row.pk), "no id", "../../etc/passwd"):
        with pytest.raises(openai.UnprocessableEntityError, match="There is no such file"):
            ask(client, f"workflow:{workflow.slug}", with_files({"type": "file", "file": {"file_id": wrong}}))
    assert not Run.objects.exists()


@pytest.mark.parametrize(
    "part",
    [
        {"type": "image_url", "image_url": {"url": "https://shop.example/a.png"}},
        {"type": "image_url", "image_url": {"url": "data:image/svg+xml;base64,PHN2Zy8+"}},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,%%%"}},
        {"type": "file", "file": {"file_data": "data:application/zip;base64,UEsDBA=="}},
        {"type": "input_audio", "input_audio": {"data": "", "format": "wav"}},
    ],
)
def test_other_files_are_refused_before_anything_is_kept(client: openai.OpenAI, alice: User, part: JsonObject) -> None:
    workflow = published(alice, echo())
    with pytest.raises(openai.UnprocessableEntityError):
        ask(client, f"workflow:{workflow.slug}", with_files(part))
    assert not ToolFile.objects.exists()


def test_more_files_than_a_message_may_have_are_refused(client: openai.OpenAI, alice: User) -> None:
    workflow = published(alice, echo())
    with pytest.raises(openai.UnprocessableEntityError, match="at most 10 files"):
        ask(client, f"workflow:{workflow.slug}", with_files(*[PICTURE] * 11))


def test_a_failing_workflow_is_an_error_with_its_reason(client: openai.OpenAI, alice: User) -> None:
    document = echo()
    document["nodes"].append(node("stop", "stop", {"message": "No stock"}))
    document["edges"] = [edge("start", "stop"), edge("start", "end")]
    workflow = published(alice, document)
    with pytest.raises(openai.InternalServerError, match="No stock") as caught:
        ask(client, f"workflow:{workflow.slug}")
    assert caught.value.status_code == 502
