"""Polls of the tools that come with the product, against real servers."""

import json
from collections.abc import Iterator
from email.message import EmailMessage
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone

from tests.doubles.http_server import Received, Reply, serving
from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import node, text_field
from tests.factories.run_documents import chain
from tests.factories.tables import table_create
from tests.servers.dovecot import PASSWORD, USER, dovecot
from tests.workflow_editor.services_triggers.conftest import PublishTrigger, Shelf, poll_config
from tools.adapters import gateway_factory
from tools.adapters.file_contents import file_keep, stored_file
from tools.core.definitions import CallContext, Caller
from tools.core.errors import RecordNotFoundError
from tools.models import DataRow, ToolConfig, ToolInvocation
from tools.selectors.tool_files import tool_file_for_call
from tools.services.data_rows import data_rows_insert, data_rows_update
from tools.services.tool_configs import tool_config_create
from workflow_editor.errors import failure_text
from workflow_editor.models import NodeRun, Run, SeenItem, Trigger
from workflow_editor.services.triggers.deliver import start_waiting
from workflow_editor.services.triggers.polls import REMEMBERED, Progress, polls_claim_due


@pytest.fixture(autouse=True)
def _loopback(settings: Any) -> Iterator[None]:
    settings.OUTBOUND_ALLOW = ["127.0.0.1"]
    gateway_factory.gateway.cache_clear()
    yield
    gateway_factory.gateway.cache_clear()


def watched(
    publish: PublishTrigger,
    owner: User,
    ui_type: str,
    config: dict[str, Any],
    *,
    document: dict[str, Any] | None = None,
    **poll: Any,
) -> Trigger:
    """Publish a poll of a configured tool of the owner's."""
    tool = tool_config_create(owner=owner, type=ui_type, name="Watched", config=config)
    named = {"id": "t1", "type": ui_type, "name": "Watched", "toolConfig": str(tool.pk)}
    return publish("poll", {"tool": named, "everyMin": 1, **poll}, document)


def look(queue: TaskQueue) -> list[str]:
    """Look once, and return the topics of all runs so far."""
    Trigger.objects.update(next_at=timezone.now())
    polls_claim_due()
    queue.run_all()
    problem = Trigger.objects.get().problem
    assert problem is None, failure_text(problem).en
    start_waiting()
    return sorted(str(run.inputs["topic"]) for run in Run.objects.all())


def mapped(value: str) -> dict[str, Any]:
    return {"mapping": [{"name": "topic", "value": value}]}


def test_each_new_message_of_a_mailbox_starts_one_run(
    queue: TaskQueue, publish_trigger: PublishTrigger, alice: User
) -> None:
    with dovecot() as server:
        account = {"host": "127.0.0.1", "port": server.port, "security": "none", "username": USER, "password": PASSWORD}
        server.append(b"Subject: old\r\n\r\nhere before")
        watched(publish_trigger, alice, "imap", {**account, "maxMessages": 2}, **mapped("{{ trigger.item.subject }}"))
        assert look(queue) == []
        for subject in "abcde":
            server.append(f"Subject: {subject}\r\n\r\nnew".encode())
        assert look(queue) == ["a", "b"]
        assert look(queue) == ["a", "b", "c", "d"]
        assert look(queue) == look(queue) == ["a", "b", "c", "d", "e"]


@pytest.mark.parametrize("fetches", ["poll", "node"])
def test_a_run_opens_the_attachments_of_its_message_with_nobody_behind_it(
    queue: TaskQueue, publish_trigger: PublishTrigger, alice: User, fetches: str
) -> None:
    """The poll or a node of the run has stored them."""
    mail = EmailMessage()
    mail["Subject"] = "invoice"
    mail.set_content("See there.")
    mail.add_attachment("Twelve looms", filename="invoice.txt")
    with dovecot() as server:
        account = {"host": "127.0.0.1", "port": server.port, "security": "none", "username": USER, "password": PASSWORD}
        stored = tool_config_create(owner=alice, type="imap", name="Mailbox", config=account)
        tool = {"id": "t2", "type": "imap", "name": "Mailbox", "toolConfig": str(stored.pk)}
        fetch = node("fetch", "tool", {"tool": tool, "arguments": {"message": "{{ trigger.item.id }}"}})
        place = "trigger.item.files[0]" if fetches == "poll" else "nodes.fetch.data.files[0]"
        document = chain(fetch, node("read", "extract_text", {"file": f"{{{{ {place} }}}}"}))
        document["nodes"][0]["config"] = {"fields": [text_field("topic")]}
        config = {**account, "keepAttachments": fetches == "poll"}
        watched(publish_trigger, alice, "imap", config, document=document, **mapped("{{ trigger.item.subject }}"))
        assert look(queue) == []
        server.append(mail.as_bytes())
        assert look(queue) == ["invoice"]
        queue.run_all()
    run = Run.objects.get()
    assert run.status == "succeeded", run.error
    assert "Twelve looms" in json.dumps(NodeRun.objects.get(run=run, node_key="read").output)


def test_a_run_opens_no_file_that_its_item_only_names(
    queue: TaskQueue, publish_trigger: PublishTrigger, alice: User, shelf: Shelf
) -> None:
    kept = stored_file(file_keep("secret.pdf", "", [b"%PDF-1.7 secret"], owner_id=alice.pk, run_id=None))
    publish_trigger("poll", poll_config(first="everything"))
    shelf.put(1, file=kept.to_json())
    assert look(queue) == ["1"]
    context = CallContext(Caller(alice.pk, "alice"), run_id=str(Run.objects.get().pk))
    with pytest.raises(RecordNotFoundError):
        tool_file_for_call(context=context, file_id=kept.id)


def test_each_new_entry_of_a_feed_starts_one_run(
    queue: TaskQueue, publish_trigger: PublishTrigger, alice: User
) -> None:
    titles = ["old"]

    def feed(request: Received) -> Reply:
        items = "".join(f"<item><title>{title}</title><guid>{title}</guid></item>" for title in reversed(titles))
        return Reply(200, f"<rss><channel>{items}</channel></rss>".encode())

    with serving(feed) as server:
        watched(publish_trigger, alice, "feed", {"url": f"{server.url}/feed"}, **mapped("{{ trigger.item.title }}"))
        assert look(queue) == []
        titles += ["a", "b"]
        assert look(queue) == look(queue) == ["a", "b"]


def test_a_feed_that_has_not_changed_is_not_sent_again_and_loses_no_entry(
    queue: TaskQueue, publish_trigger: PublishTrigger, alice: User
) -> None:
    titles, sent = ["old"], []

    def feed(request: Received) -> Reply:
        etag = f'"{len(titles)}"'
        is_known = request.headers.get("if-none-match") == etag
        sent.append(304 if is_known else 200)
        items = "".join(f"<item><title>{title}</title><guid>{title}</guid></item>" for title in titles)
        body = f"<rss><channel>{items}</channel></rss>".encode()
        return Reply(304, b"", {"ETag": etag}) if is_known else Reply(200, body, {"ETag": etag})

    with serving(feed) as server:
        config = {"url": f"{server.url}/feed"}
        watched(publish_trigger, alice, "feed", config, limit=2, **mapped("{{ trigger.item.title }}"))
        assert look(queue) == look(queue) == []
        assert sent == [200, 304]
        titles += ["a", "b", "c"]
        # The third has no turn at the first look: the feed is sent again for it, although it is the same.
        assert look(queue) == ["a", "b"]
        assert look(queue) == look(queue) == ["a", "b", "c"]
        assert sent == [200, 304, 200, 200, 304]
        # What is not listed because nothing has changed is not forgotten, however long that lasts.
        SeenItem.objects.update(listed_at=timezone.now() - 2 * REMEMBERED)
        assert look(queue) == ["a", "b", "c"]
        titles.append("d")
        assert look(queue) == ["a", "b", "c", "d"]
        tool = ToolConfig.objects.get()
        tool.config = {**tool.config, "url": f"{server.url}/other"}
        tool.save()
        assert look(queue) == ["a", "b", "c", "d"]
        assert sent[-3:] == [304, 200, 200]


@pytest.mark.parametrize(("mode", "found"), [("new", ["a", "b"]), ("changed", ["a", "b", "old"])])
def test_each_new_row_of_a_table_starts_one_run(
    queue: TaskQueue, publish_trigger: PublishTrigger, alice: User, mode: str, found: list[str]
) -> None:
    table = table_create(alice, [{"email": "old"}])
    config = {"table": str(table.pk), "functions": ["query"]}
    watched(publish_trigger, alice, "data-table", config, mode=mode, **mapped("{{ trigger.item.email }}"))
    assert look(queue) == []
    data_rows_insert(table_id=table.pk, rows=[{"email": "a"}, {"email": "b"}])
    data_rows_update(table_id=table.pk, changes={DataRow.objects.get(key="old").pk: {"age": 3}})
    assert look(queue) == look(queue) == found


def test_a_tool_that_is_set_otherwise_under_tools_begins_again(
    queue: TaskQueue, publish_trigger: PublishTrigger, alice: User
) -> None:
    def feed(request: Received) -> Reply:
        name = request.path.rsplit("/", 1)[-1]
        return Reply(
            200, f"<rss><channel><item><title>{name}</title><guid>{name}</guid></item></channel></rss>".encode()
        )

    with serving(feed) as server:
        watched(publish_trigger, alice, "feed", {"url": f"{server.url}/one"}, **mapped("{{ trigger.item.title }}"))
        assert look(queue) == []
        tool = ToolConfig.objects.get()
        tool.name, tool.config = "Renamed", {**tool.config, "url": f"{server.url}/one"}
        tool.save()
        assert Progress.of(Trigger.objects.get()).looked
        assert look(queue) == []
        tool.config = {**tool.config, "url": f"{server.url}/two"}
        tool.save()
        # What another feed has is known at its first look, and new from then on.
        assert look(queue) == []
        tool.config = {**tool.config, "url": f"{server.url}/one"}
        tool.save()
        assert look(queue) == []
    assert ToolInvocation.objects.values_list("origin", flat=True).distinct().get() == "trigger"


@pytest.mark.skipif(connection.vendor != "postgresql", reason="asks the PostgreSQL that the tests run on")
@pytest.mark.django_db(transaction=True)
def test_each_new_row_of_a_database_starts_one_run(
    queue: TaskQueue, publish_trigger: PublishTrigger, alice: User
) -> None:
    found = connection.settings_dict
    account = {"host": found["HOST"], "port": int(found["PORT"]), "database": found["NAME"], "tls": "disable"}
    with connection.cursor() as shop:
        shop.execute("CREATE ROLE poll_reader LOGIN PASSWORD 'reader'")
        shop.execute("CREATE TABLE poll_orders (id serial, name text)")
        shop.execute("GRANT SELECT ON poll_orders TO poll_reader")
        try:
            shop.execute("INSERT INTO poll_orders (name) VALUES ('old')")
            sql = "SELECT id, name FROM poll_orders ORDER BY id DESC"
            account |= {"engine": "postgresql", "username": "poll_reader", "password": "reader", "sql": sql}
            poll = {"key": "id", "items": "data", **mapped("{{ trigger.item.name }}")}
            watched(publish_trigger, alice, "database-query", account, **poll)
            assert look(queue) == []
            shop.execute("INSERT INTO poll_orders (name) VALUES ('a'), ('b')")
            assert look(queue) == look(queue) == ["a", "b"]
        finally:
            shop.execute("DROP TABLE poll_orders")
            shop.execute("DROP ROLE poll_reader")
