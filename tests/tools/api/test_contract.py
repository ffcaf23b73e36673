"""The contract of endpoints, by endpoints made up for it: what is asked first, what is refused where, what goes out."""

import sys
from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal

import pytest
from django.contrib.auth.models import User
from django.test import override_settings
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.settings import spectacular_settings
from pydantic import Field
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.test import APIClient
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from tests.factories.workflows import workflow_create
from tools.api.contract.endpoints import FoundBy, Header, Paged, Reply, endpoint
from tools.api.contract.fields import Json, JsonObject, Moment
from tools.api.contract.routes import routes
from tools.api.contract.shapes import Query, Shape, read
from tools.api.pagination import CursorPages
from tools.api.permissions import StaffOnly
from tools.core.errors import RecordInvalidError
from tools.core.text import Text
from workflow_editor.models import Workflow
from workflow_editor.selectors.access import Access, workflow_for

LONG = 2**70
EditedWorkflow = Annotated[Workflow, FoundBy(workflow_for, access=Access.EDIT)]
Key = Annotated[str, Header("Idempotency-Key", "Names the request.")]


class CirclesOnly(BaseThrottle):
    """Refuses all but circles."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        return bool(view.kwargs["kind"] == "circle")


class Counted(BaseThrottle):
    """Counts what it is asked."""

    asked = 0

    def allow_request(self, request: Request, view: APIView) -> bool:
        Counted.asked += 1
        return True


class ByHighestId(CursorPages):
    ordering = "-id"


class Circle(Shape):
    kind: Literal["circle"]
    radius: int


class Square(Shape):
    kind: Literal["square"]
    sides: list[int]


class Drawing(Shape):
    """Everything that a body may have."""

    number: int = 0
    figure: Annotated[Circle | Square, Field(discriminator="kind")] | None = None
    either: Circle | list[int] | None = None
    at: Moment | None = None
    key: Annotated[str, Field(pattern="^[a-z]+$")] = "a"
    value: Json = None
    names: list[Annotated[str, Field(min_length=2, max_length=3)]] = Field(default_factory=list, max_length=2)
    parts: JsonObject = Field(default_factory=dict)


class DrawingChange(Drawing, partial=True):
    """Whatever is left out stays."""


class Numbers(Query):
    least: int = 0
    only: list[int] = Field(default_factory=list)
    word: str = ""
    words: list[str] = Field(default_factory=list)


class AnswerShape(Shape):
    value: Json
    text: Json = None
    given: JsonObject = Field(default_factory=dict)


@endpoint("POST", "drawings/")
def drawings_create(user: User, body: Drawing) -> AnswerShape:
    """Draw."""
    return AnswerShape.of(body, value=body.value, text=Text("List"), given=body.sent())


@endpoint("PATCH", "drawings/")
def drawings_change(body: DrawingChange) -> AnswerShape:
    return AnswerShape(value=sorted(body.sent()))


@endpoint("GET", "drawings/", permissions=[IsAuthenticated, StaffOnly])
def drawings_read(query: Numbers) -> AnswerShape:
    return AnswerShape(value=[query.least, query.only, LONG])


@endpoint("PUT", "workflows/<uuid:workflow_id>/", status=(201, 200), permissions=[IsAuthenticated])
def workflow_put(workflow: EditedWorkflow, query: Numbers, body: Drawing, key: Key) -> Reply[AnswerShape]:
    return Reply(AnswerShape(value=key), 201 if body.number else 200, {"Location": f"/{workflow.pk}/"})


@endpoint("GET", "people/", pages=ByHighestId, operation="person_list")
def people_list() -> Paged[AnswerShape]:
    return Paged(User.objects.all(), lambda user: AnswerShape(value=user.username))


@endpoint("GET", "open/", permissions=[AllowAny], is_hidden=True)
def open_read(request: Request) -> AnswerShape:
    return AnswerShape(value=request.user.is_authenticated)


@endpoint("GET", "drawings/<str:kind>/", throttles=[CirclesOnly, Counted])
def drawing_get(kind: Literal["circle", "square"]) -> AnswerShape:
    return AnswerShape(value=kind)


urlpatterns = routes(sys.modules[__name__])


@pytest.fixture(autouse=True)
def _urls() -> Iterator[None]:
    with override_settings(ROOT_URLCONF=__name__):
        yield


def wrong(answer: Any) -> dict[str, str]:
    """Return the codes of a 400 by pointer."""
    assert answer.status_code == 400, answer.content
    return {one["pointer"]: one["code"] for one in answer.json()["errors"]}


@pytest.mark.parametrize("value", [LONG, -LONG, [{"a": 10**300}], 0.1, -0.0, 1e308, "", None, {"kind": []}])
def test_values_keep_what_they_are_both_ways(alice_api: APIClient, value: Any) -> None:
    answer = alice_api.post("/drawings/", {"value": value, "number": LONG}).json()
    assert answer == {
        "value": value,
        "text": Text("List").to_json(),
        "given": {"value": value, "number": LONG},
    }


def test_names_and_texts_in_json_keep_their_spaces(alice_api: APIClient) -> None:
    sent = {"parts": {" a ": " b "}}
    assert alice_api.post("/drawings/", sent).json()["given"] == sent


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        ({"number": None, "value": None}, {"/number": "null"}),
        ({"number": "3"}, {"/number": "wrong_type"}),
        ({"number": 3.0, "more": None}, {"/number": "wrong_type", "/more": "unknown_field"}),
        ({"figure": {"kind": "circle", "radius": "1"}}, {"/figure/radius": "wrong_type"}),
        ({"figure": {"kind": "square", "sides": [1, None]}}, {"/figure/sides/1": "null"}),
        ({"figure": {"kind": "square", "radius": 1}}, {"/figure/sides": "required", "/figure/radius": "unknown_field"}),
        ({"figure": {"kind": "line"}}, {"/figure": "union_tag_invalid"}),
        ({"either": {"kind": "circle"}}, {"/either/radius": "required", "/either": "not_a_list"}),
        ({"at": 1_700_000_000}, {"/at": "wrong_type"}),
        ({"at": "1700000000"}, {"/at": "invalid"}),
        ({"at": "9999-12-31T23:59:59-12:00"}, {"/at": "invalid"}),
        ({"key": "A"}, {"/key": "invalid"}),
        ({"names": ["a", "abcd"]}, {"/names/0": "min_length", "/names/1": "max_length"}),
        ({"names": ["ab"] * 3}, {"/names": "max_length"}),
        ([], {"": "invalid"}),
    ],
)
def test_what_is_wrong_is_named_where_it_is(alice_api: APIClient, body: Any, errors: dict[str, str]) -> None:
    assert wrong(alice_api.post("/drawings/", body)) == errors


def test_times_are_answered_in_utc(alice_api: APIClient) -> None:
    given = alice_api.post("/drawings/", {"at": "2030-01-01T10:00:00+02:00"}).json()["given"]
    assert given == {"at": "2030-01-01T08:00:00Z"}


def test_unknown_fields_are_refused_with_those_that_exist(alice_api: APIClient) -> None:
    answer = alice_api.post("/drawings/", {"figure": {"kind": "circle", "radius": 1, "more": 2}})
    assert answer.json()["errors"][0]["message"] == "This field does not exist. Available fields: kind, radius."


def test_a_partial_body_has_what_was_sent(alice_api: APIClient) -> None:
    assert alice_api.patch("/drawings/", {}).json()["value"] == []
    assert alice_api.patch("/drawings/", {"figure": None, "number": 0}).json()["value"] == ["figure", "number"]
    assert wrong(alice_api.patch("/drawings/", {"number": None})) == {"/number": "null"}


def test_head_needs_the_right_of_get(alice_api: APIClient, admin_api: APIClient, anonymous_api: APIClient) -> None:
    assert [one.head("/drawings/").status_code for one in (alice_api, admin_api)] == [403, 200]
    assert anonymous_api.head("/open/").status_code == 200
    assert [anonymous_api.options(path).status_code for path in ("/open/", "/drawings/")] == [200, 401]


def test_a_throttle_does_not_count_what_the_one_before_it_refuses(alice_api: APIClient) -> None:
    before = Counted.asked
    assert [alice_api.get(f"/drawings/{kind}/").status_code for kind in ("square", "circle")] == [429, 200]
    assert Counted.asked == before + 1


def test_a_query_is_read_from_texts(admin_api: APIClient) -> None:
    read = admin_api.get("/drawings/?least=2&only=1&only=2&other=x&").json()["value"]
    assert read == [2, [1, 2], LONG]
    assert admin_api.get("/drawings/?least=").json()["value"][0] == 0
    assert wrong(admin_api.get("/drawings/?least=%00&only=%00")) == {"/least": "invalid", "/only/0": "invalid"}
    nul = "null_characters_not_allowed"
    assert wrong(admin_api.get("/drawings/?word=%00&words=a&words=%00")) == {"/word": nul, "/words": nul}
    assert wrong(admin_api.get("/drawings/?least=x")) == {"/least": "invalid"}


def test_rows_come_before_query_and_body(alice: User, alice_api: APIClient, bob_api: APIClient) -> None:
    path = f"/workflows/{workflow_create(alice).pk}/"
    assert bob_api.put(f"{path}?least=x", {"number": "x"}).status_code == 404
    assert wrong(alice_api.put(f"{path}?least=x", {"number": "x"})) == {"/least": "invalid"}
    assert wrong(alice_api.put(path, {"number": "x"})) == {"/number": "wrong_type"}


def test_a_reply_has_its_status_and_headers(alice: User, alice_api: APIClient) -> None:
    path = f"/workflows/{workflow_create(alice).pk}/"
    first = alice_api.put(path, {"number": 1}, headers={"Idempotency-Key": " a "})
    assert (first.status_code, first["Location"], first.json()["value"]) == (201, path.removeprefix("/workflows"), "a")
    again = alice_api.put(path, {})
    assert (again.status_code, again.json()["value"]) == (200, "")


def test_rows_are_paged(alice: User, bob: User, alice_api: APIClient) -> None:
    page = alice_api.get("/people/").json()
    assert [one["value"] for one in page["results"]] == ["bob", "alice"]
    assert page["next"] is None


def test_the_document_has_all_that_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spectacular_settings, "POSTPROCESSING_HOOKS", [])
    document: Any = SchemaGenerator(patterns=urlpatterns).get_schema(public=True)  # type: ignore[no-untyped-call]  # drf-spectacular's own
    operations = {one["operationId"]: one for path in document["paths"].values() for one in path.values()}
    assert operations.keys() == {
        "drawings_create", "drawings_change", "drawings_read", "drawing_get", "workflow_put", "person_list"
    }  # fmt: skip
    [kind] = operations["drawing_get"]["parameters"]
    assert (kind["in"], kind["schema"]["enum"]) == ("path", ["circle", "square"])
    put = operations["workflow_put"]
    assert put["responses"].keys() == {"200", "201", "default"}
    assert {(one["in"], one["name"]) for one in put["parameters"]} >= {("header", "Idempotency-Key"), ("query", "only")}
    assert document["components"]["schemas"]["Answer"]["required"] == ["value"]


def test_mistakes_are_found_when_the_module_is_read() -> None:
    def twice() -> AnswerShape:
        raise NotImplementedError

    def again() -> AnswerShape:
        raise NotImplementedError

    def unknown(thing: int) -> AnswerShape:
        raise NotImplementedError

    def unpaged() -> Paged[AnswerShape]:
        raise NotImplementedError

    def elsewhere(found: Annotated[int, FoundBy(lambda user, thing: thing)]) -> AnswerShape:
        raise NotImplementedError

    module: Any = type(sys)(__name__)
    module.first, module.second = (endpoint("GET", "a/")(one) for one in (twice, again))
    with pytest.raises(TypeError, match="two functions answer"):
        routes(module)
    with pytest.raises(TypeError, match="neither a part"):
        endpoint("GET", "a/")(unknown)
    with pytest.raises(TypeError, match="a/ has no part thing"):
        endpoint("GET", "a/")(elsewhere)
    with pytest.raises(TypeError, match="Paged needs pages"):
        endpoint("GET", "a/")(unpaged)


def test_json_of_a_row_is_named() -> None:
    class Row:
        value: ClassVar[JsonObject] = {"secret": "x"}
        text: ClassVar[str | None] = None
        given: ClassVar[JsonObject] = {}

    with pytest.raises(TypeError, match="AnswerShape: name text, value"):
        AnswerShape.of(Row(), given={})


def test_what_one_request_does_with_a_default_is_not_seen_by_the_next() -> None:
    read(Drawing, {}).names.append("mine")
    assert read(Drawing, {}).names == []


class Kept(Shape):
    one: JsonObject
    many: list[JsonObject] | None = None


def test_objects_of_a_body_are_not_copied() -> None:
    body: dict[str, Any] = {"one": {" a ": [1, {"b": LONG}]}, "many": [{}, {"c": " "}]}
    found = read(Kept, body)
    assert found.one is body["one"]
    assert found.many is not None
    assert [found.many[at] is body["many"][at] for at in (0, 1)] == [True, True]


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        ({"one": [{"a": 1}], "many": {"a": 1}}, {"/one": "not_a_dict", "/many": "not_a_list"}),
        ({"one": {}, "many": [{"a": 1}, 2]}, {"/many/1": "not_a_dict"}),
        ({"one": None, "other": {"a": [1]}}, {"/one": "null", "/other": "unknown_field"}),
    ],
)
def test_objects_that_are_not_copied_are_refused_where_they_are_wrong(body: Any, errors: dict[str, str]) -> None:
    with pytest.raises(RecordInvalidError) as refused:
        read(Kept, body)
    assert {one["pointer"]: one["code"] for one in refused.value.details["errors"]} == errors
