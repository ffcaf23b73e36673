"""`openapi` through the gateway: each operation is a function, and calls arrive as the document says."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.doubles.http_server import LoopbackServer, Received, Reply, serving
from tests.doubles.pet_shop import DOCUMENT, KEY, PetShop
from tests.doubles.tool_ports import ALICE, Bench, Cancel, loopback_bench
from tools.core.definitions import EffectClass, ToolCall, ToolRef
from tools.core.envelope import ToolResult
from tools.core.tool_id import ToolId
from tools.executors.openapi.description import read_description

IDS = ["list_pets", "add_pet", "get_pet", "delete_pet"]


@pytest.fixture
def shop() -> PetShop:
    return PetShop()


@pytest.fixture
def server(shop: PetShop) -> Iterator[LoopbackServer]:
    with serving(shop) as running:
        yield running


@pytest.fixture
def bench() -> Bench:
    return loopback_bench()


def call(
    bench: Bench, url: str, function: str, arguments: dict[str, Any], **config: Any
) -> tuple[ToolResult, EffectClass]:
    api = read_description(DOCUMENT, IDS).api.model_dump(by_alias=True)
    bench.tools.add("pets", "openapi", {"api": api, "url": f"{url}/v1", "secret": KEY, **config}, name="Pets")
    toolbox = bench.gateway().offer((ToolRef(ToolId("tool:pets")),), ALICE)
    name = toolbox.tools()[IDS.index(function)].function.name
    made = ToolCall("c1", name, arguments)
    return toolbox.call(made, timeout_s=60, cancel=Cancel()), toolbox.prepare(made).effect


def test_a_call_is_signed_and_sent_as_described(bench: Bench, server: LoopbackServer) -> None:
    result, effect = call(bench, server.url, "add_pet", {"name": "Tea", "age": 3})
    assert (result.success, result.data) == (True, {"id": 7, "name": "Tea", "age": 3})
    (received,) = server.received
    assert (received.headers["x-api-key"], received.headers["content-type"]) == (KEY, "application/json")
    assert effect is EffectClass.UNREPEATABLE


def test_what_only_reads_may_be_repeated_and_ids_are_encoded(bench: Bench, server: LoopbackServer) -> None:
    result, effect = call(bench, server.url, "get_pet", {"id": "a b/c"})
    assert (result.data, effect) == ({"id": "a b/c"}, EffectClass.REPEATABLE)


@pytest.mark.parametrize("arguments", [{}, {"name": 5}, {"name": "Tea", "colour": "red"}, {"name": "Tea", "age": -1}])
def test_arguments_that_do_not_fit_are_not_sent(bench: Bench, server: LoopbackServer, arguments: Any) -> None:
    result, _ = call(bench, server.url, "add_pet", arguments)
    assert (result.success, result.code, server.received) == (False, 1002, [])


def test_a_refusal_has_the_words_of_the_service(bench: Bench, server: LoopbackServer) -> None:
    result, _ = call(bench, server.url, "delete_pet", {"id": "9"})
    assert (result.success, result.code) == (False, 2004)
    assert "404 Not Found: No such pet." in result.message
    assert result.data["data"] == {"message": "No such pet."}


def test_a_secret_in_an_answer_is_not_shown(bench: Bench, server: LoopbackServer, shop: PetShop) -> None:
    shop.scripted.append(Reply.of_json({"error": {"message": f"Key {KEY} is blocked."}}, 403))
    result, _ = call(bench, server.url, "get_pet", {"id": "1"})
    assert KEY not in result.message
    assert "is blocked" in result.message


def test_all_pages_are_combined_within_limits(bench: Bench, server: LoopbackServer) -> None:
    whole, _ = call(bench, server.url, "list_pets", {}, followsPages=True)
    assert whole.data == {"items": [{"id": 1}, {"id": 2}, {"id": 3}], "pages": 4, "complete": True, "reason": ""}
    part, _ = call(bench, server.url, "list_pets", {}, followsPages=True, maxPages=2)
    assert (part.data["items"], part.data["reason"]) == ([{"id": 1}, {"id": 2}], "limit_of_pages")
    few, _ = call(bench, server.url, "list_pets", {}, followsPages=True, maxItems=1)
    assert (few.data["items"], few.data["reason"]) == ([{"id": 1}], "limit_of_items")


def test_one_thing_is_fetched_whole_where_lists_are_fetched_in_pages(
    bench: Bench, server: LoopbackServer, shop: PetShop
) -> None:
    pet = {"id": "1", "name": "Tea", "friends": [{"id": 2}]}
    shop.scripted.append(Reply.of_json(pet))
    result, _ = call(bench, server.url, "get_pet", {"id": "1"}, followsPages=True)
    assert result.data == pet


def pages_by(answer: Any, paging: dict[str, Any], bench: Bench) -> ToolResult:
    api = read_description(DOCUMENT, ["list_pets"]).api.model_dump(by_alias=True)
    api["operations"][0]["paging"] = paging
    with serving(answer) as server:
        config = {"api": api, "url": f"{server.url}/v1", "followsPages": True}
        bench.tools.add("pets", "openapi", config, name="Pets")
        toolbox = bench.gateway().offer((ToolRef(ToolId("tool:pets")),), ALICE)
        made = ToolCall("c1", toolbox.tools()[0].function.name, {})
        return toolbox.call(made, timeout_s=60, cancel=Cancel())


def by_link(request: Received) -> Reply:
    page = int(request.query.get("after", "0"))
    link = {"Link": f'<?after={page + 1}>; rel="next"'} if page < 2 else {}
    return Reply(200, b"[%d]" % page, {"Content-Type": "application/json", **link})


def by_address(request: Received) -> Reply:
    page = int(request.query.get("after", "0"))
    return Reply.of_json({"items": [page], "next": f"?after={page + 1}" if page < 2 else None})


def by_cursor(request: Received) -> Reply:
    page = int(request.query.get("page", "0"))
    return Reply.of_json({"items": [page], "meta": {"next": page + 1 if page < 2 else ""}})


def round_and_round(request: Received) -> Reply:
    return Reply.of_json({"items": [1], "meta": {"next": "again"}})


PAGES = {
    "link": (by_link, {"kind": "link"}),
    "next_url": (by_address, {"kind": "next_url", "next": "next", "items": "items"}),
    "cursor": (by_cursor, {"kind": "cursor", "argument": "page", "next": "meta.next", "items": "items"}),
}


@pytest.mark.parametrize(("answer", "paging"), PAGES.values(), ids=list(PAGES))
def test_pages_follow_each_other(bench: Bench, answer: Any, paging: dict[str, Any]) -> None:
    result = pages_by(answer, paging, bench)
    assert result.data == {"items": [0, 1, 2], "pages": 3, "complete": True, "reason": ""}


def test_a_cursor_that_comes_again_ends_the_list(bench: Bench) -> None:
    result = pages_by(round_and_round, {"kind": "cursor", "argument": "page", "next": "meta.next"}, bench)
    assert (result.data["items"], result.data["reason"]) == ([1, 1], "same_page_again")


def test_a_next_page_on_another_server_is_not_fetched(bench: Bench) -> None:
    def answer(request: Received) -> Reply:
        return Reply.of_json({"items": [1], "next": "http://10.0.0.1/secret"})

    result = pages_by(answer, {"kind": "next_url", "next": "next"}, bench)
    assert (result.success, result.code) == (False, 1002)
    assert "http://10.0.0.1" in result.message
