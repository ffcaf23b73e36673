"""Multipart bodies in any charset, through each door that takes them: read exactly, or refused."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.factories.documents import edge, node
from tests.factories.workflows import workflow_create
from tests.workflow_editor.services_triggers.conftest import PublishTrigger
from workflow_editor.models import Run

KIND = "multipart/form-data; boundary=x"
NAMED = 'Content-Disposition: form-data; name="{}"'
TRADITIONAL = ("題目", "茶：誠", '報"表.pdf')
# The last byte of 誠 in GBK is a backslash, as is that of 表 in Shift JIS.
SIMPLIFIED = ("主题誠", "茶：誠\\", '报"表誠.pdf')
KANJI = ("題表", "茶：表", "表.pdf")
Words = tuple[str, str, str]
"""Name of a field, its text, and the name of a file."""


def part(head: str, content: str) -> str:
    return f"--x\r\n{head}\r\n\r\n{content}\r\n"


def label(name: str) -> str:
    return part(NAMED.format("_charset_"), name)


WAYS: dict[str, tuple[str, Words, dict[str, str]]] = {
    "UTF-8": ("utf-8", SIMPLIFIED, {}),
    "UTF-8 under names of slow codecs": ("utf-8", SIMPLIFIED, {"first": label("punycode"), "kind": "; charset=idna"}),
    "UTF-8 under UTF-16, which no form is in": ("utf-8", SIMPLIFIED, {"kind": "; charset=utf-16"}),
    "GBK by a field before": ("gbk", SIMPLIFIED, {"first": label("gbk")}),
    "GBK by a field behind": ("gbk", SIMPLIFIED, {"last": label("GB2312")}),
    "GBK by the request": ("gbk", SIMPLIFIED, {"kind": "; charset=GBK"}),
    "GBK by the part": ("gbk", SIMPLIFIED, {"text": "\r\nContent-Type: text/plain; charset=gb18030"}),
    "GBK without a name": ("gbk", SIMPLIFIED, {}),
    "UTF-8 by a field, against the request": ("utf-8", SIMPLIFIED, {"first": label("utf-8"), "kind": "; charset=gbk"}),
    "Big5 by a field": ("big5", TRADITIONAL, {"first": label("big5")}),
    "Shift JIS by the request": ("cp932", KANJI, {"kind": "; charset=shift_jis"}),
}


def body(way: str, of_json: str = "", field: str = "file") -> tuple[bytes, str, Words]:
    """Return a form with a text, or JSON around it, and a file; its content type; and the words in it."""
    charset, (name, value, file_name), more = WAYS[way]
    text = of_json.replace("VALUE", json.dumps(value, ensure_ascii=False)) or value
    content = (
        more.get("first", "")
        + part(NAMED.format("json" if of_json else name) + more.get("text", ""), text)
        + part(f'{NAMED.format(field)}; filename="{file_name.replace(chr(34), "%22")}"', "%PDF-1.7")
        + more.get("last", "")
    )
    return f"{content}--x--\r\n".encode(charset), KIND + more.get("kind", ""), (name, value, file_name)


def asking() -> dict[str, Any]:
    fields = [{"name": "topic", "type": "text", "title": "T"}, {"name": "file", "type": "file", "title": "F"}]
    return {
        "schema_version": 1,
        "nodes": [node("start", "start", {"fields": fields}), node("end", "end")],
        "edges": [edge("start", "end")],
    }


@pytest.mark.parametrize("way", WAYS)
def test_webhooks_read_names_texts_and_files(publish_trigger: PublishTrigger, way: str) -> None:
    content, kind, (name, value, file_name) = body(way)
    trigger = publish_trigger("webhook", document=asking())
    answer = Client().generic("POST", f"/hooks/{trigger.token}/", content, content_type=kind)
    assert answer.status_code == 202, answer.content
    delivery = Run.objects.get(pk=answer.json()["run"]).delivery
    assert delivery is not None
    assert delivery.data["body"][name] == value
    assert delivery.data["body"]["file"]["name"] == file_name


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("entry", ["form", "run"])
def test_forms_and_the_api_read_values_and_files(
    publish_trigger: PublishTrigger, alice: User, entry: str, way: str
) -> None:
    client = Client()
    if entry == "form":
        at = f"/api/forms/{publish_trigger('form_trigger', document=asking()).token}/submissions/"
        of_json = f'{{"key": "{"k" * 22}", "values": {{"topic": VALUE}}}}'
    else:
        at = f"/api/workflows/{workflow_create(alice, document=asking()).pk}/runs/"
        of_json = '{"inputs": {"topic": VALUE}}'
        client.force_login(alice)
    content, kind, (_, value, file_name) = body(way, of_json)
    answer = client.generic("POST", at, content, content_type=kind)
    assert answer.status_code == 201, answer.content
    inputs = Run.objects.get().inputs
    assert (inputs["topic"], inputs["file"]["name"]) == (value, file_name)


@pytest.mark.parametrize("way", WAYS)
def test_the_api_reads_names_of_uploads(alice: User, way: str) -> None:
    content, kind, (_, _, file_name) = body(way)
    client = Client()
    client.force_login(alice)
    assert client.generic("POST", "/api/files/", content, content_type=kind).json()["name"] == file_name


def test_a_last_part_may_lack_the_line_behind_it(publish_trigger: PublishTrigger) -> None:
    trigger = publish_trigger("webhook")
    content = part(NAMED.format("topic"), "looms").encode()
    answer = Client().generic("POST", f"/hooks/{trigger.token}/", content, content_type=KIND)
    assert Run.objects.get(pk=answer.json()["run"]).inputs == {"topic": "looms"}


ODD = {
    "an extended name": (b"name=\"file\"; filename*=UTF-8''%E8%8C%B6.pdf", "茶.pdf"),
    "a name of points": (b'name="file"; filename=".."', "file"),
    "a path": (b'name="file"; filename="C:\\\\a\\\\b.pdf"', "b.pdf"),
    "base64": (b'name="file"; filename="a.pdf"\r\nContent-Transfer-Encoding: base64', "a.pdf"),
}


@pytest.mark.parametrize("odd", ODD)
def test_odd_parts_are_files_as_well(alice: User, odd: str) -> None:
    head, name = ODD[odd]
    client = Client()
    client.force_login(alice)
    content = b"--x\r\nContent-Disposition: form-data; " + head + b"\r\n\r\nAAAA\r\nBBBB\r\n--x--\r\n"
    answer = client.generic("POST", "/api/files/", content, content_type=KIND).json()
    assert (answer["name"], answer["size"]) == (name, 6 if odd == "base64" else 10)


@pytest.mark.parametrize(
    "content",
    [
        part(NAMED.format("a"), "").encode().replace(b"\r\n\r\n", b"\r\n\r\n\xff\xff\xff") + b"--x--\r\n",
        label("euc-jp").encode() + part(NAMED.format("é"), "1").encode("latin-1") + b"--x--\r\n",
        b"no parts at all",
        part(NAMED.format("a") + "\r\nContent-Transfer-Encoding: base64", "AAA").encode() + b"--x--\r\n",
    ],
    ids=["bytes of no charset", "bytes of another charset", "no parts", "cut base64"],
)
def test_what_cannot_be_read_exactly_is_refused(publish_trigger: PublishTrigger, content: bytes) -> None:
    trigger = publish_trigger("webhook")
    answer = Client().generic("POST", f"/hooks/{trigger.token}/", content, content_type=KIND)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed_form")
    assert not Run.objects.exists()
