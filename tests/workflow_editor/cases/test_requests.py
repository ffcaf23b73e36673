"""HTTP nodes of one run: what they leave out, and the cookies that they share."""

from itertools import pairwise
from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.workflow_editor.acceptance.api_user import ApiUser
from tests.workflow_editor.cases.partner import Partner, partner
from workflow_editor.adapters.node.run_cookies import MAX_COOKIES
from workflow_editor.models import JournalRow, NodeRun, Run, RunCookies, RunEvent
from workflow_editor.nodes.meanings import FIRST, NEWEST
from workflow_editor.services.retention.pruner import HistoryPruner

Json = dict[str, Any]
ROWS = [
    {"key": "cursor", "value": "{{ inputs.cursor }}"},
    {"key": "page", "value": "{{ inputs.page }}"},
    {"key": "empty", "value": ""},
    {"key": "text", "value": "a{{ inputs.cursor }}b"},
]


def document(requests: list[Json], version: int = NEWEST) -> Json:
    """Make a graph of requests in a row that returns their outputs."""
    fields = [{"name": name, "type": "json", "title": name, "required": False} for name in ("cursor", "page")]
    nodes: list[Json] = [{"key": "start", "name": "start", "type": "start", "config": {"fields": fields}}]
    nodes += [
        {"key": f"r{at}", "name": f"r{at}", "type": "http_request", "type_version": version, "config": config}
        for at, config in enumerate(requests)
    ]
    outputs = [{"name": f"r{at}", "value": f"{{{{ nodes.r{at} }}}}"} for at in range(len(requests))]
    nodes.append({"key": "end", "name": "end", "type": "end", "config": {"outputs": outputs}})
    edges = [
        {"id": f"{one['key']}-out-{other['key']}", "source": one["key"], "source_port": "out", "target": other["key"]}
        for one, other in pairwise(nodes)
    ]
    return {"schema_version": 1, "nodes": nodes, "edges": edges}


def answered(user: ApiUser, requests: list[Json], inputs: Json | None = None, version: int = NEWEST) -> list[Json]:
    run = user.run(document(requests, version), inputs).run
    assert run["status"] == "succeeded", run["error"]
    return [run["output"][f"r{at}"] for at in range(len(requests))]


@pytest.mark.parametrize(
    ("version", "names", "text"),
    [(NEWEST, {"page", "empty", "text"}, "ab"), (FIRST, {"cursor", "page", "empty", "text"}, "anullb")],
)
@pytest.mark.parametrize("place", ["query", "headers", "form"])
def test_a_row_that_is_null_is_left_out(
    place: str, version: int, names: set[str], text: str, api_user: ApiUser, echo: Partner
) -> None:
    config: Json = {"url": f"{echo.url}/echo", "method": "POST", place: ROWS}
    if place == "form":
        config["bodyType"] = "form"
    (answer,) = answered(api_user, [config], {"cursor": None, "page": 0}, version)
    got = answer["body"]
    if place == "form":
        seen = {part.partition("=")[0] for part in got["body"].split("&")}
    else:
        seen = set(got[place])
    assert seen & {"cursor", "page", "empty", "text"} == names
    if place == "query":
        assert (got["query"]["page"], got["query"]["text"]) == (["0"], [text])


def test_nothing_stands_for_null_in_an_address(api_user: ApiUser, echo: Partner) -> None:
    query = "cursor={{ inputs.cursor | url_encode }}&null={{ inputs.page }}"
    url = f"{echo.url}/echo/{{{{ inputs.cursor }}}}?{query}"
    (answer,) = answered(api_user, [{"url": url}], {"cursor": None, "page": 0})
    assert (answer["body"]["path"], answer["body"]["query"]) == ("/echo/", {"cursor": [""], "null": ["0"]})


def test_null_stays_null_in_json_and_in_a_form_with_files_it_is_left_out(api_user: ApiUser, echo: Partner) -> None:
    url = {"url": f"{echo.url}/echo", "method": "POST"}
    as_json = {**url, "bodyType": "json", "body": '{"cursor": {{ inputs.cursor | json }}}'}
    parts = {**url, "bodyType": "multipart", "form": ROWS}
    first, second = answered(api_user, [as_json, parts], {"cursor": None, "page": 0})
    assert first["body"]["body"] == '{"cursor":null}'
    assert 'name="cursor"' not in second["body"]["body"]
    assert 'name="page"' in second["body"]["body"]


LOGIN: Json = {"url": "/login", "method": "POST"}
PRIVATE: Json = {"url": "/private", "onErrorStatus": "continue"}


def at(echo: Partner, *requests: Json) -> list[Json]:
    return [{**config, "url": echo.url + config["url"]} for config in requests]


@pytest.mark.parametrize(
    ("change", "version", "status"),
    [({}, NEWEST, 200), ({"keepsCookies": False}, NEWEST, 401), ({}, FIRST, 401)],
)
def test_a_login_counts_for_later_requests_of_the_run(
    change: Json, version: int, status: int, api_user: ApiUser, echo: Partner
) -> None:
    requests = at(echo, LOGIN, {**PRIVATE, **change})
    assert answered(api_user, requests, version=version)[1]["statusCode"] == status


def test_cookies_are_not_those_of_other_runs_or_servers(api_user: ApiUser, echo: Partner) -> None:
    assert answered(api_user, at(echo, LOGIN, PRIVATE))[1]["statusCode"] == 200
    assert answered(api_user, at(echo, PRIVATE))[0]["statusCode"] == 401
    with partner() as other:
        answers = answered(api_user, [*at(echo, LOGIN), {**PRIVATE, "url": f"{other.url}/private"}])
        assert answers[1]["statusCode"] == 401
        assert "Cookie" not in dict(other.requests[-1][1])


def test_cookies_are_in_no_record_and_go_with_the_run(api_user: ApiUser, echo: Partner, alice: User) -> None:
    run = api_user.run(document(at(echo, LOGIN, PRIVATE)))
    row = RunCookies.objects.get(pk=run.run["id"])
    records = [list(model.objects.values()) for model in (Run, NodeRun, RunEvent, JournalRow)]
    assert "abc123" not in repr((run, records, row.ciphertext))
    assert "abc123" not in api_user.api.get(f"/api/runs/{row.pk}/").content.decode()
    HistoryPruner().round()
    assert not RunCookies.objects.exists()


def test_cookies_of_several_answers_are_sent_together(api_user: ApiUser, echo: Partner) -> None:
    first = api_user.run(document(at(echo, LOGIN, {"url": "/headers"}, PRIVATE)))
    assert first.run["output"]["r2"]["statusCode"] == 200
    cookie = dict(echo.requests[-1][1])["Cookie"]
    assert sorted(cookie.split("; ")) == ["a=1", "b=2", "sid=abc123"]
    assert MAX_COOKIES >= 50  # RFC 6265, 6.1
