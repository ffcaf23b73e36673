"""Anonymous input to a public form, and any token to /v1/: refused with a sentence, never an error of ours."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import edge, greeting_document, node
from tests.factories.workflows import workflow_create
from workflow_editor.models import Run, Trigger
from workflow_editor.services.tokens import token_create
from workflow_editor.services.versions import version_publish

KEY = "k" * 22
DEEP = "[" * 10_000 + "]" * 10_000
Send = Callable[..., Any]


@pytest.fixture
def form(alice: User, queue: TaskQueue) -> Trigger:
    document = greeting_document()
    document["nodes"].append(node("when", "form_trigger"))
    version_publish(workflow_create(alice, document=document, name="Form"), alice)
    return Trigger.objects.get(type="form_trigger")


@pytest.fixture
def targets(form: Trigger, alice: User) -> dict[str, Send]:
    """Return what sends a body to each address."""
    chat = {
        "schema_version": 1,
        "nodes": [node("chat", "chat_trigger"), node("start", "start"), node("end", "end")],
        "edges": [edge("start", "end")],
    }
    hook = greeting_document()
    hook["nodes"].append(node("when", "webhook"))
    for name, document in (("Chat", chat), ("Hook", hook)):
        version_publish(workflow_create(alice, document=document, name=name), alice)
    token = token_create(alice, name="T", scopes=["chat"])[1]
    client = Client(raise_request_exception=False)

    def to(path: str, **fixed: str) -> Send:
        return lambda body, kind="application/json", **headers: client.generic(
            "POST", path, body.encode(errors="surrogatepass"), kind, headers={**fixed, **headers}
        )

    at = f"/api/forms/{form.token}"
    return {
        "submission": to(f"{at}/submissions/"),
        "password": to(f"{at}/open/"),
        "step": to(f"{at}/submissions/{KEY}/"),
        "webhook": to(f"/hooks/{Trigger.objects.get(type='webhook').token}/"),
        "v1": to("/v1/chat/completions", Authorization=f"Bearer {token}"),
    }


TARGETS = ("submission", "password", "step", "v1")
WRONG = [
    "", "null", "1", '"text"', "[]", "[{}]", "{", "{}", "NaN", '{"a":NaN}', DEEP, f'{{"values":{DEEP}}}',
    f'{{"messages":{DEEP},"model":"x"}}', '"\\ud800"', '{"key":"\\ud800"}', '{"model":"\\u0000","messages":[{}]}',
    '{"key":[],"values":[],"password":{}}', '{"key":1,"values":"x","password":1}', '{"step":1e400,"values":{}}',
    '{"step":99999999999999999999999,"values":{}}', '{"step":true,"values":null}', '{"model":["x"],"messages":{}}',
    '{"model":"x","messages":[1,null,{"role":{}}]}', '{"model":"x","messages":[{"role":[],"content":1}]}',
    '{"model":"x","messages":[{"role":"user","content":[{"type":[],"text":1},null]}]}',
    '{"model":"x","messages":[{"role":"user","content":"a"}],"tools":"x","stream":"yes","n":[]}',
    '{"model":"workflow:chat","messages":[{"role":"user","content":"a"}],"stream_options":[],"stop":{"a":1}}',
    '{"model":"workflow:chat:' + "x" * 100_000 + '","messages":[{"role":"user","content":"a"}]}',
    '{"model":"\\u202e\\ufeff🧶","messages":[{"role":"user","content":"a"}]}',
    '{"model":"x","messages":[{"role":"assistant","tool_calls":{"a":1}},{"role":"user","content":"a"}]}',
    '{"model":"x","messages":[{"role":"assistant","tool_calls":7},{"role":"user","content":"a"}]}',
    '{"key":"' + KEY + '","values":{},"website":[],"captcha":{}}',
]  # fmt: skip


def refusal(answer: Any) -> str:
    """Return the sentence of a refusal, empty for anything else."""
    if not 400 <= answer.status_code < 500:
        return ""
    body = answer.json()
    return str(body["error"]["message"] if "error" in body else body.get("detail") or body["title"])


def assert_all_refused(answers: dict[str, Any]) -> None:
    wrong = {
        sent[:80]: (answer.status_code, answer.content[:200]) for sent, answer in answers.items() if not refusal(answer)
    }
    assert wrong == {}
    assert not Run.objects.exists()


@pytest.mark.parametrize("target", TARGETS)
def test_wrong_bodies_are_refused(targets: dict[str, Send], target: str) -> None:
    assert_all_refused({body: targets[target](body) for body in WRONG})


KINDS = [
    "text/plain", "application/xml", "application/x-www-form-urlencoded", "", "nonsense", "application/json/x",
    "multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=\"a\r\nb\"",
    "multipart/form-data; boundary=" + "x" * 5000, "multipart/mixed; boundary=x",
]  # fmt: skip


@pytest.mark.parametrize("target", TARGETS)
def test_wrong_kinds_of_content_are_refused(targets: dict[str, Send], target: str) -> None:
    assert_all_refused({kind: targets[target]('{"key":1}', kind) for kind in KINDS})


CHARSETS = ["utf-7", "utf-16", "hex", "zip", "rot13", "idna", "unknown", "?", "a" * 5000]
ONE_PART = '--x\r\nContent-Disposition: form-data; name="json"\r\n\r\n{"key":1}\r\n--x--\r\n'


@pytest.mark.parametrize("target", TARGETS)
def test_no_charset_makes_a_body_an_error(targets: dict[str, Send], target: str) -> None:
    send = targets[target]
    for charset in CHARSETS:
        assert_all_refused(
            {
                f"json {charset}": send('{"key":1}', f"application/json; charset={charset}"),
                f"parts {charset}": send(ONE_PART, f"multipart/form-data; boundary=x; charset={charset}"),
            }
        )


PARTS = [
    'name="json"', 'name="json"; filename="a"', 'name="topic"; filename="../../etc/passwd"', "", 'name=""',
    "name=\"topic\"; filename*=utf-8''a%0d%0aSet-Cookie:x", 'name="topic"; filename="' + "x" * 10_000 + '"',
    "name=\"topic\"; filename*=zip''abc", 'name="topic"; filename="\x00"',
]  # fmt: skip


@pytest.mark.parametrize("target", ["submission", "step"])
def test_wrong_parts_are_refused(targets: dict[str, Send], target: str) -> None:
    bodies = [
        f"--x\r\nContent-Disposition: form-data; {head}\r\n\r\n{value}\r\n--x--\r\n"
        for head in PARTS
        for value in (DEEP, "{", "7", '{"key":"\\ud800"}')
    ]
    assert_all_refused({body: targets[target](body, "multipart/form-data; boundary=x") for body in bodies})


@pytest.mark.parametrize("path", ["?draft=maybe", "?draft=true&draft=false", "?draft=" + "x" * 5000, "?%00=%ff"])
def test_odd_questions_show_no_draft(form: Trigger, path: str) -> None:
    answer = Client(raise_request_exception=False).get(f"/api/forms/{form.token}/{path}")
    assert answer.status_code < 500
    assert answer.status_code == 200 or "fields" not in answer.json()


@pytest.mark.parametrize("head", ['name="f{}"', 'name="f{}"; filename="a{}.txt"'])
def test_more_parts_than_are_read_are_refused(targets: dict[str, Send], alice: User, head: str) -> None:
    parts = (f"--x\r\nContent-Disposition: form-data; {head.format(at, at)}\r\n\r\n1\r\n" for at in range(3000))
    body = "".join(parts) + "--x--\r\n"
    kind = "multipart/form-data; boundary=x"
    assert_all_refused({target: targets[target](body, kind) for target in ("submission", "step", "webhook")})


def test_a_webhook_takes_any_body_as_it_is(targets: dict[str, Send]) -> None:
    bodies = [*WRONG, ONE_PART, "\x00\ud83e"]
    kinds = [*KINDS, "application/json", *(f"multipart/form-data; boundary=x; charset={name}" for name in CHARSETS)]
    wrong = [
        (kind, body[:60]) for kind in kinds for body in bodies if targets["webhook"](body, kind).status_code >= 500
    ]
    assert wrong == []


def test_a_page_elsewhere_cannot_send_with_somebodys_session(form: Trigger, alice: User) -> None:
    Trigger.objects.update(config={**form.config, "access": "signed_in"})
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.force_login(alice)
    body = json.dumps({"key": KEY, "values": {"topic": "a"}})
    answer = client.post(f"/api/forms/{form.token}/submissions/", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (403, "csrf_failed")
    assert not Run.objects.exists()


def test_the_address_of_a_page_to_go_on_to_never_comes_from_the_visitor(form: Trigger) -> None:
    body = json.dumps({"key": KEY, "values": {"topic": "a"}, "redirect": "https://evil.example"})
    path = f"/api/forms/{form.token}/submissions/?redirect=https://evil.example&next=//evil.example"
    answer = Client().post(path, body, content_type="application/json")
    assert "evil" not in answer.content.decode()


def test_a_key_that_holds_anything_is_a_key(targets: dict[str, Send]) -> None:
    keys = ("x" * 10_000, "\u00ff\u202e", "'; drop table", "a,b")
    assert_all_refused({key: targets["v1"]("{}", **{"Idempotency-Key": key}) for key in keys})
