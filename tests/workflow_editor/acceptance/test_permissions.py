"""Seed 003: a tool that a role may not use is not offered, a call to it anyway is refused, and both are audited."""

from django.contrib.auth.models import Group, User
from rest_framework.test import APIClient

from tests.doubles.aimock import Aimock
from tests.doubles.http_server import LoopbackServer
from tests.factories.documents import node
from tests.factories.run_documents import chain
from tests.workflow_editor.acceptance.api_user import ApiUser, calls, done, offered, received_results, text_reply, used

ITEMS = {"url": "https://api.example.com/items"}


def deny(api: APIClient, alice: User, tool: str) -> str:
    alice.groups.add(Group.objects.create(name="clerks"))
    rule = {"role": "clerks", "tool_pattern": tool, "effect": "deny", "note": "No web for clerks."}
    return str(done(api.post("/api/tools/policies/", rule))["id"])


def test_a_denied_tool_is_hidden_refused_and_audited(
    api_user: ApiUser, model: str, aimock: Aimock, web: LoopbackServer, admin_api: APIClient, alice: User
) -> None:
    tool = api_user.tool("http-request", ITEMS, name="Shop")
    rule = deny(admin_api, alice, "http_request")
    aimock.script(calls((tool["function_name"], {})), text_reply("I may not."))
    ran = api_user.ask(model, tool, onToolFailure="tell_model", enabledTools=["system:get_current_time"])
    assert ran.run["status"] == "succeeded", ran.error
    first, second = aimock.bodies()
    assert offered(first) == ["sys_get_current_time"]
    (result,) = received_results(second)
    assert not result["success"]
    assert "You may not use “Shop”" in result["message"]
    assert web.received == []
    (skipped,) = ran.payloads("tool_skipped")
    assert (skipped["code"], skipped["tool_id"]) == ("denied", tool["tool_id"])
    rows = api_user.audit()
    assert [(row["stage"], row["decision"], row["tool_id"]) for row in rows] == [
        ("offer", "deny", tool["tool_id"]),
        ("call", "deny", tool["tool_id"]),
    ]
    assert {row["rule_id"] for row in rows} == {rule}
    assert {(row["run_id"], row["node_key"], row["username"]) for row in rows} == {(ran.run["id"], "writer", "alice")}
    assert all(row["reason"] for row in rows)


def test_a_rule_that_comes_while_the_model_thinks_still_counts(
    api_user: ApiUser, model: str, aimock: Aimock, web: LoopbackServer, admin_api: APIClient, alice: User
) -> None:
    tool = api_user.tool("http-request", ITEMS, name="Shop")
    function = tool["function_name"]
    aimock.script(calls((function, {})), text_reply("Once."), calls((function, {})), text_reply("Not any more."))
    api_user.ask(model, tool)
    deny(admin_api, alice, tool["tool_id"])
    api_user.ask(model, tool, onToolFailure="tell_model")
    assert len(web.received) == 1


def test_one_tool_may_be_allowed_to_a_role_that_may_not_use_its_kind(
    api_user: ApiUser, model: str, aimock: Aimock, admin_api: APIClient, alice: User
) -> None:
    shop, other = api_user.tool("http-request", ITEMS, name="Shop"), api_user.tool("http-request", ITEMS, name="Other")
    deny(admin_api, alice, "http_request")
    rule = {"role": "clerks", "tool_pattern": shop["tool_id"], "effect": "allow"}
    done(admin_api.post("/api/tools/policies/", rule))
    aimock.script(text_reply("Hello."))
    api_user.ask(model, shop, other)
    assert offered(aimock.bodies()[0]) == [shop["function_name"]]
    url = "/api/tools/policies/explain/"
    reported = [done(api_user.api.get(url, {"tool": tool["tool_id"]}))["effect"] for tool in (shop, other)]
    assert reported == ["allow", "deny"]


def test_a_denied_tool_fails_the_tool_node_in_the_readers_language(
    api_user: ApiUser, admin_api: APIClient, alice: User
) -> None:
    tool = api_user.tool("http-request", ITEMS, name="Shop")
    deny(admin_api, alice, "http_request")
    ran = api_user.run(chain(node("fetch", "tool", {"tool": used(tool)})), language="zh-CN")
    assert (ran.run["status"], ran.error["code"], ran.error["node_key"]) == ("failed", "tool_denied", "fetch")
    assert not ran.error["message"].isascii()
