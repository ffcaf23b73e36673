"""`manage.py clean_secrets` lists what earlier versions left behind, cleans it when asked to, and says what stays."""

import json
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from tests.doubles.http_server import LoopbackServer
from tests.doubles.keyed_addresses import KEYED
from tests.factories.agents import agent_create
from tests.factories.documents import node
from tests.factories.run_documents import chain
from tests.workflow_editor.acceptance.api_user import ApiUser, done
from tools.adapters.access_log import access_record
from tools.adapters.origins import OrmOrigins
from tools.models import Credential, ToolConfig, ToolInvocation
from workflow_editor.conversations.shares import share_create
from workflow_editor.models import (
    ApiToken,
    ChatShare,
    GraphChange,
    NodeRun,
    Payload,
    PayloadUse,
    ProcessNode,
    Run,
    RunEvent,
    Trigger,
    TriggerDelivery,
    WorkflowVersion,
)

TELEGRAM = KEYED[0]
KEY, ADDRESS = TELEGRAM.key, TELEGRAM.address


def cleaned(*options: str) -> list[str]:
    out = StringIO()
    call_command("clean_secrets", *options, stdout=out)
    assert KEY not in out.getvalue()
    return out.getvalue().splitlines()


def kinds(lines: list[str], word: str) -> set[str]:
    return {line.partition("  ")[2].partition(":")[0] for line in lines if line.startswith(f"{word}  ")}


def holding_rows() -> dict[str, list[Any]]:
    """Return everything that is stored and to be cleaned, by kind."""
    return {
        "version": list(WorkflowVersion.objects.values_list("document", flat=True)),
        "change": list(GraphChange.objects.values_list("operations", flat=True)),
        "run": [[run.inputs, run.output] for run in Run.objects.all()],
        "node of a run": [[row.inputs, row.output] for row in NodeRun.objects.all()],
        "event of a run": list(RunEvent.objects.values_list("payload", flat=True)),
        "delivery": list(TriggerDelivery.objects.values_list("data", flat=True)),
        "tool": list(ToolConfig.objects.values_list("config", flat=True)),
    }


@pytest.fixture
def planted(api_user: ApiUser, web: LoopbackServer) -> str:
    """A workflow of an earlier version with the key in draft and history."""
    workflow = api_user.workflow(chain(node("writer", "http_request", {"url": "https://api.example.com/"})))
    ran = api_user.run_again(workflow, {"note": "x"})
    run = Run.objects.get(pk=ran.run["id"])
    WorkflowVersion.objects.filter(pk=run.version_id).update(document={"nodes": [{"config": {"url": ADDRESS}}]})
    graph = done(api_user.api.get(f"/api/workflows/{workflow}/graph/"))
    change = {"op": "update_config", "key": "writer", "set": {"timeout": 20_000}}
    body = {"revision": graph["revision"], "operations": [change]}
    done(api_user.api.patch(f"/api/workflows/{workflow}/graph/", body, format="json"))
    GraphChange.objects.update(operations=[{**change, "set": {"url": ADDRESS}, "unset": []}])
    run.inputs, run.output = {"note": ADDRESS}, {"large": [ADDRESS] * 500}
    run.save()
    row = NodeRun.objects.filter(run=run, node_key="writer").get()
    row.inputs = {"url": ADDRESS}
    row.save()
    RunEvent.objects.filter(run=run, seq=1).update(payload={"url": ADDRESS})
    trigger = Trigger.objects.create(workflow_id=workflow, node_key="hook")
    TriggerDelivery.objects.create(
        trigger=trigger, key="k", status="started", arrived_at=timezone.now(), data={"callback": ADDRESS}
    )
    tool = api_user.tool("http-request", {"url": "https://api.example.com/"})
    ToolConfig.objects.filter(pk=tool["id"]).update(config={"url": ADDRESS})
    ProcessNode.objects.filter(workflow_id=workflow, key="writer").update(config={"url": ADDRESS})
    return workflow


def test_a_dry_run_lists_every_place_and_changes_nothing(planted: str) -> None:
    before = holding_rows()
    lines = cleaned()
    assert kinds(lines, "clean") == holding_rows().keys()
    assert kinds(lines, "stays") == {"draft"}
    assert holding_rows() == before


def test_what_is_listed_is_cleaned_once(planted: str) -> None:
    assert all(KEY in str(rows) for rows in holding_rows().values())
    apart = PayloadUse.objects.get().payload_id
    cleaned("--apply")
    assert [kind for kind, rows in holding_rows().items() if KEY in str(rows)] == []
    assert TELEGRAM.masked in str(holding_rows())
    assert not PayloadUse.objects.filter(payload=apart).exists()
    assert Payload.objects.count() == 2
    assert ToolConfig.objects.get().full_config()["url"] == ADDRESS
    assert kinds(cleaned(), "clean") == set()


def test_a_version_that_a_live_trigger_runs_stays_for_a_reason(planted: str, alice: User) -> None:
    version = Run.objects.get().version
    Trigger.objects.update(version=version, runs_as=alice)
    lines = cleaned("--apply")
    assert "version" in kinds(lines, "stays")
    assert any("a live trigger runs this version" in line for line in lines)
    version.refresh_from_db()
    assert KEY in str(version.document)


def test_the_audit_log_stays_for_a_reason(planted: str, api_user: ApiUser) -> None:
    call = ToolInvocation.objects.latest("pk")
    with connection.cursor() as cursor:
        statement = "UPDATE tools_toolinvocation SET arguments = %s WHERE id = %s"
        cursor.execute(statement, [json.dumps({"url": ADDRESS}), call.pk])
    lines = cleaned("--apply")
    assert "audit of calls" in kinds(lines, "stays")
    assert any("hash chain" in line for line in lines)


def test_an_origin_that_nobody_confirmed_is_asked_about_again(api_user: ApiUser, alice: User) -> None:
    def credential(name: str) -> Credential:
        body = {"name": name, "kind": "http", "values": {"secret": "planted-key-78"}}
        return Credential.objects.get(pk=done(api_user.api.post("/api/credentials/", body))["id"])

    copied, confirmed = credential("Copied"), credential("Confirmed")
    for row in (copied, confirmed):
        OrmOrigins().first_use(str(row.pk), "https://evil.example.net")
    access_record(alice, "credential.origin_confirmed", "Confirmed", {"origin": "https://evil.example.net"})
    assert kinds(cleaned("--apply"), "clean") == {"origin that a first use filled in"}
    copied.refresh_from_db()
    confirmed.refresh_from_db()
    assert (copied.origins, confirmed.origins) == ([], ["https://evil.example.net"])


def test_links_tokens_and_triggers_of_people_who_left_end(api_user: ApiUser, planted: str, bob: User) -> None:
    share_create(bob, agent_create(bob), right="chat")
    ApiToken.objects.create(user=bob, name="CI", prefix="flw_", token_hash="0" * 64)
    Trigger.objects.update(version=Run.objects.get().version, runs_as=bob)
    User.objects.filter(pk=bob.pk).update(is_active=False)
    lines = cleaned("--apply")
    assert {kind for kind in kinds(lines, "clean") if "left" in kind} == {
        "link of a person who left",
        "token of a person who left",
        "trigger of a person who left",
    }
    assert ChatShare.objects.get().revoked_at is not None
    assert not ApiToken.objects.exists()
    assert not Trigger.objects.get().is_live
    assert not {kind for kind in kinds(cleaned(), "clean") if "left" in kind}
