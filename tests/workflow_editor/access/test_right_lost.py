"""Every way to a run of a workflow, and every way to lose the right to it: none works afterwards."""

import pytest
from django.contrib.auth.models import User
from pytest_django import Settings

from tests.conftest import client_of
from tests.doubles.mail_server import MailServer, link_in
from tests.workflow_editor.access.beginnings import NO_WAYS, BeginningsSeen
from tests.workflow_editor.access.in_process import Shared
from tests.workflow_editor.access.right_losses import CELLS, RIGHT, Loss, downgraded, left, removed
from tests.workflow_editor.access.run_ways import WAYS, Way, webhook
from tests.workflow_editor.access.shared_workflow import Use
from workflow_editor.models import Run, Trigger, Workflow
from workflow_editor.services.triggers.pauses import triggers_pause_without_right


def runs_begun(shared: Shared, use: Use) -> int:
    """Use a way, and return how many runs of the workflow it began; what a deleted account leads to may be gone."""
    before = set(Run.objects.filter(workflow=shared.workflow).values_list("pk", flat=True))
    use()
    shared.work()
    return Run.objects.filter(workflow=shared.workflow).exclude(pk__in=before).count()


def test_each_way_begins_a_run_and_no_beginning_is_without_a_way(
    shared: Shared, monkeypatch: pytest.MonkeyPatch
) -> None:
    passed = BeginningsSeen(monkeypatch)
    assert [way.__name__ for way in WAYS if runs_begun(shared, way(shared)) < 1] == []
    assert passed.missing() == set(NO_WAYS)


@pytest.mark.parametrize(("way", "loss"), CELLS, ids=lambda one: one.__name__)
@pytest.mark.everyday_rows(60)
def test_no_way_begins_a_run_once_the_right_is_lost(shared: Shared, way: Way, loss: Loss) -> None:
    use = way(shared)
    loss(shared)
    assert runs_begun(shared, use) == 0


def test_a_trigger_pauses_without_its_publishers_right_and_goes_on_for_who_resumes_it(shared: Shared) -> None:
    downgraded(shared)
    owner, path = client_of(shared.alice), f"{shared.address}triggers/hook/"
    assert triggers_pause_without_right() == len(shared.triggers)
    assert triggers_pause_without_right() == 0
    paused = owner.get(path).json()
    assert (paused["is_live"], paused["pause_reason"][:10]) == (False, "The person")
    assert paused["resume_takes_over"]
    assert webhook(shared)().status_code == 404
    assert owner.post(f"{path}resume/").json()["is_live"]
    assert [owner.post(f"{path}{act}/").json()["resume_takes_over"] for act in ("pause", "resume")] == [False, False]
    assert shared.trigger("hook").runs_as == shared.alice
    assert runs_begun(shared, webhook(shared)) == 1


@pytest.mark.parametrize("loss", RIGHT, ids=lambda loss: loss.__name__)
def test_owner_and_publisher_are_notified_of_a_pause_once(
    shared: Shared, mail: MailServer, settings: Settings, loss: Loss
) -> None:
    settings.PUBLIC_URL = "https://flows.example"
    User.objects.filter(username__in=("alice", "bob")).update(email="own@flows.example")
    Trigger.objects.exclude(node_key="hook").delete()
    loss(shared)
    for _ in range(2):
        triggers_pause_without_right()
        shared.queue.run_all()
    Workflow.objects.filter(pk=shared.workflow.pk).update(name="Renamed since")
    people = [shared.alice, *([shared.bob] if loss in (removed, left, downgraded) else [])]
    for person in people:
        (item,) = client_of(person).get("/api/inbox/").json()["results"]
        shown = (item["kind"], item["is_read"], item["workflow"]["name"], item["node_key"], item["text"][:10])
        assert shown == ("paused", False, "Shared", "hook", "The person")
        letter = mail.next()
        assert letter["Subject"] == "A trigger of “Shared” was paused"
        assert link_in(letter) == "https://flows.example/triggers"
    assert mail.mails.empty()
    item_path = f"/api/inbox/{item['id']}/"
    assert client_of(person).patch(item_path, {"is_read": True}).json()["is_read"]
    assert client_of(shared.alice).post(f"{shared.address}triggers/hook/resume/").status_code == 200
    assert [client_of(person).get("/api/inbox/").json()["results"] for person in people] == [[]] * len(people)


def test_old_turns_are_closed_to_a_person_without_the_right(shared: Shared) -> None:
    turns = shared.conversation()
    turn = shared.session.post(turns, {"message": "Hello"}).json()
    removed(shared)
    for path in (turns.removesuffix("turns/"), f"/api/turns/{turn['id']}/variables/"):
        assert shared.session.get(path).status_code == 404, path
    assert shared.session.put(f"/api/turns/{turn['id']}/variables/", {"values": {}}).status_code in {404, 405}
