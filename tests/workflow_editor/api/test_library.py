"""Folders, tags, favourites, sorting, and acts on many workflows."""

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from rest_framework.test import APIClient

from tests.factories.agents import agent_create
from tests.factories.documents import node
from tests.factories.run_documents import ask, chain
from tests.factories.runs import run_create
from tests.factories.workflows import workflow_create
from tests.workflow_editor.api.problem_asserts import assert_problem, pointers
from workflow_editor.models import Run, Status, Workflow, WorkflowFavourite, WorkflowTag
from workflow_editor.services.library import MAX_TAGS, workflow_favourite, workflow_tag
from workflow_editor.services.many_workflows import MAX_AT_ONCE
from workflow_editor.services.workflows import workflow_update

URL = "/api/workflows/"


def placed(owner: User, name: str, folder: str = "", *tags: str, **kwargs: Any) -> Workflow:
    workflow = workflow_create(owner, name=name, **kwargs)
    return workflow_update(workflow, folder=folder, tags=tags)


def listed(api: APIClient, **query: Any) -> list[str]:
    return [card["name"] for card in api.get(URL, query).json()["results"]]


@pytest.fixture
def shelf(alice: User, bob: User) -> None:
    """Five workflows that alice sees, the last of which is bob's; the names are in the order of their making."""
    placed(alice, "Delta", "Sales", "Mail", "Daily")
    workflow_favourite(alice, placed(alice, "alpha", "Sales/Leads", "mail"), wanted=True)
    placed(alice, "Charlie", "sales/Leads")
    placed(alice, "Echo", "Sales Europe", "Daily")
    placed(bob, "Bravo", "", "MAIL", editors=(alice,))


@pytest.mark.usefixtures("shelf")
class TestTheList:
    @pytest.mark.parametrize(
        ("query", "names"),
        [
            ({"folder": "Sales"}, {"Delta", "alpha"}),
            ({"folder": "Sales/Leads"}, {"alpha"}),
            ({"folder": "sales"}, {"Charlie"}),
            ({"folder": "Nowhere"}, set()),
            ({"tag": "mail"}, {"Delta", "alpha", "Bravo"}),
            ({"tag": ["Mail", "daily"]}, {"Delta"}),
            ({"tag": "Mai"}, set()),
            ({"favourite": "true"}, {"alpha"}),
            ({"owner": "me"}, {"Delta", "alpha", "Charlie", "Echo"}),
            ({"owner": "me", "tag": "mail", "folder": "Sales"}, {"Delta", "alpha"}),
            ({"search": "mAiL"}, {"Delta", "alpha", "Bravo"}),
            ({"search": "europe"}, {"Echo"}),
        ],
    )
    def test_is_narrowed(self, alice_api: APIClient, query: dict[str, Any], names: set[str]) -> None:
        assert set(listed(alice_api, **query)) == names

    def test_is_narrowed_by_owner(self, alice_api: APIClient, alice: User, bob: User, charlie: User) -> None:
        assert listed(alice_api, owner=bob.pk) == ["Bravo"]
        assert set(listed(alice_api, owner=alice.pk)) == {"Delta", "alpha", "Charlie", "Echo"}
        assert listed(alice_api, owner=charlie.pk) == listed(alice_api, owner=10**18 - 1) == []

    def test_is_narrowed_by_the_time_of_the_last_change(self, alice_api: APIClient) -> None:
        now = timezone.now()
        for days, name in enumerate(["Echo", "Charlie", "alpha", "Delta"]):
            Workflow.objects.filter(name=name).update(updated_at=now - timedelta(days=days))
        since, until = now - timedelta(days=2), now - timedelta(days=1)
        assert listed(alice_api, since=since.isoformat(), until=until.isoformat()) == ["alpha"]
        assert listed(alice_api, until=until.isoformat()) == ["alpha", "Delta"]
        wrong = alice_api.get(URL, {"since": until.isoformat(), "until": until.isoformat()})
        assert pointers(assert_problem(wrong, 400, "invalid_input")) == ["/until"]

    def test_is_sorted(self, alice_api: APIClient) -> None:
        assert listed(alice_api, sort="name") == ["alpha", "Bravo", "Charlie", "Delta", "Echo"]
        assert listed(alice_api, sort="created") == ["Bravo", "Echo", "Charlie", "alpha", "Delta"]
        now = timezone.now()
        for days, name in enumerate(["Echo", "alpha"]):
            run = run_create(Workflow.objects.get(name=name))
            Run.objects.filter(pk=run.pk).update(created_at=now - timedelta(days=days))
        assert listed(alice_api, sort="last_run")[:2] == ["Echo", "alpha"]
        Workflow.objects.filter(name="Charlie").update(updated_at=now + timedelta(days=1))
        assert listed(alice_api)[0] == "Charlie"

    @pytest.mark.parametrize(
        "query",
        [
            {"sort": "size"},
            {"owner": "bob"},
            {"owner": "0"},
            {"favourite": "perhaps"},
            {"trigger": "start"},
            {"since": "yesterday"},
        ],
    )
    def test_refuses_what_it_does_not_know(self, alice_api: APIClient, query: dict[str, str]) -> None:
        [name] = query
        assert pointers(assert_problem(alice_api.get(URL, query), 400, "invalid_input")) == [f"/{name}"]

    def test_has_folder_tags_and_favourites_on_its_cards(self, alice_api: APIClient, bob_api: APIClient) -> None:
        [card] = alice_api.get(URL, {"search": "alpha"}).json()["results"]
        assert (card["folder"], card["tags"], card["is_favourite"]) == ("Sales/Leads", ["mail"], True)
        [other] = bob_api.get(URL).json()["results"]
        assert (other["tags"], other["is_favourite"]) == (["MAIL"], False)

    def test_is_counted_by_folder_and_tag_with_four_queries(
        self, alice_api: APIClient, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        with django_assert_max_num_queries(2 + 4):  # who asks, and the four
            library = alice_api.get(f"{URL}library/").json()
        assert (library["count"], library["mine"], library["favourites"]) == (5, 4, 1)
        counted = {part: {one["name"]: one["count"] for one in library[part]} for part in ("folders", "tags")}
        assert counted["folders"] == {"Sales": 1, "Sales/Leads": 1, "Sales Europe": 1, "sales/Leads": 1}
        assert {name.lower(): count for name, count in counted["tags"].items()} == {"daily": 2, "mail": 3}
        assert [one["username"] for one in library["owners"]] == ["alice", "bob"]

    def test_is_not_counted_for_strangers(self, charlie_api: APIClient) -> None:
        nothing: dict[str, Any] = {"count": 0, "mine": 0, "favourites": 0, "folders": [], "tags": [], "owners": []}
        assert charlie_api.get(f"{URL}library/").json() == nothing


def test_the_list_is_narrowed_by_trigger(alice: User, alice_api: APIClient) -> None:
    hook = {"schema_version": 1, "nodes": [node("hook", "webhook"), node("start", "start")], "edges": []}
    workflow_create(alice, name="Hooked", document=hook)
    workflow_create(alice, name="Plain")
    assert listed(alice_api, trigger="webhook") == ["Hooked"]
    assert listed(alice_api, trigger="schedule") == []


@pytest.mark.parametrize("count", [1, 40])
def test_the_list_costs_the_same_number_of_queries_for_many_cards(
    alice: User, alice_api: APIClient, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(count):
        run_create(placed(alice, f"W{number}", "Sales", "Mail", document=chain(ask("ai"))))
    with django_assert_num_queries(2 + 4):  # who asks; the list, tags, nodes and edges of the pictures
        cards = alice_api.get(URL).json()["results"]
    assert len(cards) == count
    assert all(card["picture"]["nodes"] and card["tags"] and card["last_run"] for card in cards)


@pytest.mark.parametrize("sort", ["name", "created", "last_run", "updated"])
def test_every_order_goes_on_behind_a_cursor(alice_api: APIClient, alice: User, sort: str) -> None:
    now = timezone.now()
    Workflow.objects.bulk_create(
        [Workflow(name=f"W{n % 60:02}", slug=f"w{n}", owner=alice, created_at=now, updated_at=now) for n in range(120)]
    )
    seen, address = [], f"{URL}?sort={sort}"
    while address:
        page = alice_api.get(address).json()
        seen += [(card["name"], card["id"]) for card in page["results"]]
        address = page["next"]
    assert len({id_ for _, id_ in seen}) == len(seen) == 120
    if sort == "name":
        assert [name for name, _ in seen] == sorted(name for name, _ in seen)


def test_moving_and_tagging_is_no_change_of_the_workflow_itself(alice_api: APIClient, workflow: Workflow) -> None:
    before = workflow.updated_at
    card = alice_api.patch(f"{URL}{workflow.pk}/", {"folder": " Sales / Leads", "tags": ["Mail", "mail"]}).json()
    assert (card["folder"], card["tags"]) == ("Sales/Leads", ["Mail"])
    workflow.refresh_from_db()
    assert workflow.updated_at == before


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"folder": "a/b/c/d/e/f"}, "/folder"),
        ({"tags": ["x" * 41]}, "/tags/0"),
        ({"tags": [str(n) for n in range(MAX_TAGS + 1)]}, "/tags"),
        ({"tags": "Mail"}, "/tags"),
    ],
)
def test_what_does_not_fit_is_refused_and_nothing_stored(
    alice_api: APIClient, workflow: Workflow, body: dict[str, Any], pointer: str
) -> None:
    answer = alice_api.patch(f"{URL}{workflow.pk}/", {"name": "New", **body})
    assert pointers(assert_problem(answer, 400, "invalid_input")) == [pointer]
    workflow.refresh_from_db()
    assert (workflow.name, workflow.folder) == ("Greeting", "")


def test_a_viewer_may_have_a_favourite_but_moves_nothing(alice: User, charlie: User, charlie_api: APIClient) -> None:
    workflow = workflow_create(alice, viewers=(charlie,))
    address = f"{URL}{workflow.pk}/"
    assert_problem(charlie_api.patch(address, {"folder": "Mine"}), 403, "forbidden")
    assert_problem(charlie_api.patch(address, {"tags": ["Mine"]}), 403, "forbidden")
    for _ in range(2):
        assert charlie_api.post(f"{address}favourite/").status_code == 204
    assert charlie_api.get(address).json()["is_favourite"] is True
    for _ in range(2):
        assert charlie_api.delete(f"{address}favourite/").status_code == 204
    assert not WorkflowFavourite.objects.exists()


def test_a_copy_lies_beside_its_original_and_a_file_takes_the_tags_along(alice_api: APIClient, alice: User) -> None:
    workflow = placed(alice, "Digest", "Sales", "Mail", "Daily")
    copy = alice_api.post(f"{URL}{workflow.pk}/duplicate/").json()
    assert (copy["folder"], copy["tags"]) == ("Sales", ["Mail", "Daily"])
    imported = alice_api.post(f"{URL}import/", alice_api.get(f"{URL}{workflow.pk}/export/").json()).json()
    assert (imported["folder"], imported["tags"]) == ("", ["Mail", "Daily"])
    made = alice_api.post(URL, {"name": "New", "folder": "Sales/New"}).json()
    assert made["folder"] == "Sales/New"


class TestManyAtOnce:
    @pytest.fixture
    def mixed(self, alice: User, bob: User, charlie: User) -> dict[str, Workflow]:
        """Workflows that alice cannot use, only see, change, and delete."""
        return {
            "foreign": workflow_create(charlie, name="Foreign"),
            "viewed": workflow_create(bob, name="Viewed", viewers=(alice,)),
            "edited": workflow_create(bob, name="Edited", editors=(alice,)),
            "owned": workflow_create(alice, name="Owned"),
        }

    def test_each_is_changed_as_if_alone(self, alice_api: APIClient, mixed: dict[str, Workflow]) -> None:
        workflow_tag(mixed["edited"], ["Old", "Kept"])
        missing = uuid.uuid4()
        ids = [*(str(one.pk) for one in mixed.values()), str(missing), str(mixed["owned"].pk)]
        body = {"ids": ids, "folder": "Sales", "add_tags": ["Mail"], "remove_tags": ["OLD"]}
        outcomes = alice_api.post(f"{URL}change/", body).json()
        assert [one["id"] for one in outcomes] == ids[:-1]
        assert [one["error"] and one["error"]["code"] for one in outcomes] == [
            "not_found", "forbidden", None, None, "not_found",
        ]  # fmt: skip
        assert outcomes[0]["error"] == outcomes[4]["error"]
        assert set(Workflow.objects.filter(folder="Sales").values_list("name", flat=True)) == {"Edited", "Owned"}
        tags = WorkflowTag.objects.values_list("workflow__name", "name")
        assert set(tags) == {("Edited", "Kept"), ("Edited", "Mail"), ("Owned", "Mail")}

    def test_one_that_is_full_keeps_its_folder_too(self, alice_api: APIClient, mixed: dict[str, Workflow]) -> None:
        full, other = mixed["edited"], mixed["owned"]
        workflow_tag(full, [str(number) for number in range(MAX_TAGS)])
        body = {"ids": [str(full.pk), str(other.pk)], "folder": "Sales", "add_tags": ["Mail"]}
        refused, done = alice_api.post(f"{URL}change/", body).json()
        assert (refused["error"]["code"], done["error"]) == ("invalid_input", None)
        assert refused["error"]["errors"][0]["pointer"] == "/add_tags"
        full.refresh_from_db()
        assert (full.folder, full.tags.count()) == ("", MAX_TAGS)

    def test_only_ones_own_are_deleted_and_none_that_runs(
        self, alice_api: APIClient, alice: User, mixed: dict[str, Workflow]
    ) -> None:
        busy = workflow_create(alice, name="Busy")
        run_create(busy, status=Status.RUNNING)
        ids = [str(one.pk) for one in [*mixed.values(), busy]]
        outcomes = alice_api.post(f"{URL}delete/", {"ids": ids}).json()
        assert [one["error"] and one["error"]["code"] for one in outcomes] == [
            "not_found", "forbidden", "forbidden", None, "workflow_busy",
        ]  # fmt: skip
        assert set(Workflow.objects.values_list("name", flat=True)) == {"Foreign", "Viewed", "Edited", "Busy"}

    @pytest.mark.parametrize("count", [0, MAX_AT_ONCE + 1])
    @pytest.mark.parametrize("act", ["change", "delete"])
    def test_there_are_some_but_not_too_many(self, alice_api: APIClient, act: str, count: int) -> None:
        body = {"ids": [str(uuid.uuid4()) for _ in range(count)]}
        assert pointers(assert_problem(alice_api.post(f"{URL}{act}/", body), 400, "invalid_input")) == ["/ids"]


def test_whoever_calls_workflows_is_named_also_for_pinned_versions(
    alice: User, bob: User, alice_api: APIClient
) -> None:
    greeting, unused = workflow_create(alice, name="Greet"), workflow_create(alice, name="Unused")
    foreign = workflow_create(bob, name="Foreign")
    tool = f"workflow:{greeting.slug}"
    agent_create(alice, name="Butler", tool_ids_inventory=[f"{tool}@1"])
    agent_create(alice, name="Thinker", core_deliberation_workflow_id=greeting.slug)
    agent_create(bob, name="Bob's", tool_ids_inventory=[tool])
    workflow_create(alice, name="Asks", document=chain(ask("ai", enabledTools=[tool, tool])))
    pinned = {"workflow": greeting.slug, "version": 1}
    workflow_create(alice, name="Calls", document=chain(node("sub", "sub_workflow", pinned)))
    ids = [str(one.pk) for one in (greeting, unused, foreign)]
    answer = {row["id"]: row["callers"] for row in alice_api.get(f"{URL}callers/", {"ids": ids}).json()}
    assert answer.keys() == {ids[0], ids[1]}
    assert [(one["kind"], one["name"]) for one in answer[ids[0]]] == [
        ("agent", "Butler"), ("agent", "Thinker"), ("workflow", "Asks"), ("workflow", "Calls"),
    ]  # fmt: skip
    assert answer[ids[1]] == []
