"""Seed 004: the profile and the interface that it prints come in over HTTP as they are printed."""

import json
from typing import Any

from rest_framework.test import APIClient

from tests.seeds import block
from tests.workflow_editor.acceptance.api_user import done

Json = dict[str, Any]
EXAMPLE = "2.3.1. 示例"
PROFILE = block("004", "2.2. 基于命名空间的工具来源识别")
INTERFACE = block("004", EXAMPLE, 0)
SCHEMA: Json = json.loads(block("004", EXAMPLE, 1))
NAME = SCHEMA["name"].partition(":")[2]


def sent(api: APIClient, path: str, text: str) -> Any:
    return done(api.generic("POST", path, text, content_type="application/json"))


def imported_interface(api: APIClient) -> Json:
    workflow: Json = sent(api, f"/api/workflows/import/?name={NAME}", INTERFACE)
    return workflow


def missing(agent: Json) -> list[str]:
    """Return the ids of the inventory that the agent's problems point to, as errors."""
    pointers = [one["pointer"] for one in agent["problems"] if one["severity"] == "error"]
    inventory: list[str] = agent["document"]["tool_ids_inventory"]
    return [inventory[int(pointer.removeprefix("/tool_ids_inventory/"))] for pointer in pointers]


def test_the_printed_profile_comes_in_and_what_it_lacks_is_reported(alice_api: APIClient) -> None:
    assert "//" in PROFILE
    agent = sent(alice_api, "/api/agents/import/", PROFILE)
    inventory = agent["document"]["tool_ids_inventory"]
    assert inventory == ["system:get_current_time", "kb:Query", SCHEMA["name"], "workflow:generate_image_from_prompt"]
    assert agent["name"] == "Imported agent"
    assert missing(agent) == inventory[2:]
    assert all(one["message"]["en"] for one in agent["problems"])
    imported_interface(alice_api)
    again = done(alice_api.get(f"/api/agents/{agent['id']}/"))
    assert missing(again) == inventory[3:]


def test_an_agent_that_lacks_a_tool_can_be_changed_but_given_no_further_unknown_one(alice_api: APIClient) -> None:
    agent = sent(alice_api, "/api/agents/import/", PROFILE)
    address, document = f"/api/agents/{agent['id']}/", {**agent["document"], "name": "Butler"}
    changed = done(alice_api.patch(address, {"document": document, "revision": 1}))
    assert (changed["name"], missing(changed)) == ("Butler", missing(agent))
    document["tool_ids_inventory"] = [*document["tool_ids_inventory"], "workflow:gone"]
    refused = alice_api.patch(address, {"document": document, "revision": 2})
    assert [one["pointer"] for one in refused.json()["errors"]] == ["/document/tool_ids_inventory/4"]
    document["tool_ids_inventory"] = document["tool_ids_inventory"][3::-1]
    assert missing(done(alice_api.patch(address, {"document": document, "revision": 2}))) == missing(agent)[::-1]


def test_the_printed_interface_comes_in_and_gives_the_printed_schema(alice_api: APIClient) -> None:
    printed = json.loads(INTERFACE)
    assert "nodes" not in printed
    assert "name" not in printed
    workflow = imported_interface(alice_api)
    assert (workflow["name"], workflow["slug"]) == (NAME, NAME)
    assert workflow["description"] == printed["description"]
    made = done(alice_api.get(f"/api/workflows/{workflow['id']}/interface/"))["tool"]
    assert made == SCHEMA
    assert list(made["parameters"]["properties"]) == list(SCHEMA["parameters"]["properties"])


def test_the_steps_of_a_printed_interface_are_still_to_be_made(alice_api: APIClient) -> None:
    printed = json.loads(INTERFACE)
    graph = done(alice_api.get(f"/api/workflows/{imported_interface(alice_api)['id']}/graph/"))
    nodes = {node["type"]: node for node in graph["nodes"]}
    assert nodes.keys() == {"start", "end", "note"}
    assert [field["name"] for field in nodes["start"]["config"]["fields"]] == list(printed["interfaceInputs"])
    assert nodes["start"]["config"]["fields"][1]["default"] == "中等"
    assert nodes["end"]["config"]["outputs"] == [{"name": name, "value": ""} for name in printed["interfaceOutputs"]]
    assert printed["interfaceOutputs"]["summary_result"]["description"] in nodes["note"]["config"]["text"]
    assert [(edge["source"], edge["target"]) for edge in graph["edges"]] == [("start", "end")]
    assert graph["problems"] == []


def test_an_interface_without_a_name_gets_one(alice_api: APIClient) -> None:
    assert sent(alice_api, "/api/workflows/import/", INTERFACE)["name"] == "Imported workflow"
    named = json.dumps({**json.loads(INTERFACE), "name": "Short"})
    assert sent(alice_api, "/api/workflows/import/?name=other", named)["name"] == "Short"
