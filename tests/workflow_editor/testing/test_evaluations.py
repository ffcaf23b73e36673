"""Tables of cases are run for one or two versions, survive crashes, and are scored."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from agents.services.providers import provider_create
from tests.doubles.aimock import API_KEY, Aimock
from tests.factories.documents import edge, node, text_field
from tests.factories.run_documents import ask, graph
from tests.workflow_editor.testing.recorded import Recorder
from workflow_editor.cassettes.scorers import Case, read_cases, score_of
from workflow_editor.errors import InvalidInputError, LimitError
from workflow_editor.models import EvaluationRound, Run, Workflow
from workflow_editor.services.runs.start import run_start
from workflow_editor.services.testing import evaluations
from workflow_editor.services.testing.evaluations import (
    evaluation_create,
    evaluation_round_cancel,
    evaluation_run,
    evaluation_update,
    evaluations_advance,
    round_advance,
)
from workflow_editor.services.testing.results import version_as_it_is
from workflow_editor.services.versions import version_publish

Json = dict[str, Any]


def document(greeting: str = "Hello") -> Json:
    """start(topic) -> AI node that says the greeting -> end(text)."""
    return graph(
        [
            node("start", "start", {"fields": [text_field("topic")]}),
            ask("say", {"text": f"{greeting} {{{{ inputs.topic }}}}"}),
            node("end", "end", {"outputs": [{"name": "text", "value": greeting + " {{ inputs.topic }}"}]}),
        ],
        [edge("start", "say"), edge("say", "end")],
    )


def case(topic: str, expected: Any = None, **scorer: Any) -> Json:
    wanted = expected if expected is not None else f"Hello {topic}"
    return {
        "name": topic,
        "inputs": {"topic": topic},
        "expected": wanted,
        "scorer": {"kind": "equals", "path": "$.text", **scorer},
    }


@pytest.fixture
def workflow(recorder: Recorder) -> Workflow:
    return recorder.workflow(document())


def go_on(recorder: Recorder, round_: EvaluationRound) -> EvaluationRound:
    """Let workers and the clock do their parts until the round has ended."""
    for _ in range(20):
        recorder.queue.run_all()
        evaluations_advance()
        round_.refresh_from_db()
        if round_.finished_at:
            return round_
    raise AssertionError("The round did not end")


def scores(round_: EvaluationRound, side: str = "left") -> list[float | None]:
    return list(round_.scores.filter(side=side).values_list("score", flat=True))


def test_each_case_is_a_run_with_a_score(recorder: Recorder, workflow: Workflow) -> None:
    evaluation = evaluation_create(workflow, name="Topics", cases=[case("tea"), case("bread", "Hello cake")])
    round_ = go_on(recorder, evaluation_run(evaluation, recorder.user, version_as_it_is(workflow, recorder.user)))
    assert scores(round_) == [1.0, 0.0]
    runs = Run.objects.filter(trigger="evaluation")
    assert {run.status for run in runs} == {"succeeded"}
    assert runs.count() == 2
    second = round_.scores.get(case=1)
    assert second.reason is not None
    assert second.reason["en"] == "The value differs."


def test_two_versions_are_compared(recorder: Recorder, workflow: Workflow) -> None:
    first, _ = version_publish(workflow, recorder.user)
    recorder.change(workflow, document("Goodbye"))
    evaluation = evaluation_create(workflow, name="Topics", cases=[case("tea"), case("bread")])
    second = version_as_it_is(workflow, recorder.user)
    round_ = go_on(recorder, evaluation_run(evaluation, recorder.user, first, second))
    assert (scores(round_), scores(round_, "right")) == ([1.0, 1.0], [0.0, 0.0])


def test_only_a_few_runs_are_open_at_once(recorder: Recorder, workflow: Workflow) -> None:
    evaluation = evaluation_create(workflow, name="Topics", cases=[case(f"t{number}") for number in range(6)])
    round_ = evaluation_run(evaluation, recorder.user, version_as_it_is(workflow, recorder.user))
    assert Run.objects.filter(trigger="evaluation").count() == 4
    assert scores(go_on(recorder, round_)) == [1.0] * 6


def test_a_cap_makes_a_case_wait_and_is_no_score(recorder: Recorder, workflow: Workflow, settings: Any) -> None:
    settings.MAX_OPEN_RUNS = 1
    evaluation = evaluation_create(workflow, name="Topics", cases=[case("tea"), case("bread")])
    round_ = evaluation_run(evaluation, recorder.user, version_as_it_is(workflow, recorder.user))
    assert Run.objects.filter(trigger="evaluation").count() == 1
    assert scores(go_on(recorder, round_)) == [1.0, 1.0]


def test_a_round_ends_when_the_money_of_the_day_is_spent(recorder: Recorder, workflow: Workflow, settings: Any) -> None:
    settings.MAX_MONEY_PER_DAY, settings.MAX_OPEN_RUNS = 3, 1
    evaluation = evaluation_create(workflow, name="Topics", cases=[case("tea"), case("bread")])
    version = version_as_it_is(workflow, recorder.user)
    round_ = evaluation_run(evaluation, recorder.user, version)
    recorder.queue.run_all()
    Run.objects.update(usage={"cost": 3.0})
    round_ = go_on(recorder, round_)
    assert (scores(round_), round_.cancelled) == ([1.0, None], True)
    reason = round_.scores.get(case=1).reason
    assert reason == {
        "en": "Today's spending limit is used up. Run this again tomorrow, or ask an administrator to raise it.",
        "zh": "今日的费用额度已用完，请明天再运行，或请管理员提高。",
    }
    with pytest.raises(LimitError):
        evaluation_run(evaluation, recorder.user, version)
    assert EvaluationRound.objects.count() == 1


def test_a_crash_between_a_run_and_its_note_begins_nothing_twice(recorder: Recorder, workflow: Workflow) -> None:
    evaluation = evaluation_create(workflow, name="Topics", cases=[case("tea")])
    round_ = evaluation_run(evaluation, recorder.user, version_as_it_is(workflow, recorder.user))
    # The process died before it wrote down which run it had begun, and all bells were lost.
    round_.scores.update(run=None)
    round_advance(round_.pk)
    assert scores(go_on(recorder, round_)) == [1.0]
    assert Run.objects.filter(trigger="evaluation").count() == 1


def test_a_run_that_cannot_begin_or_fails_scores_nothing(recorder: Recorder, workflow: Workflow) -> None:
    broken = {"name": "no topic", "expected": "x"}
    evaluation = evaluation_create(workflow, name="Topics", cases=[broken])
    round_ = go_on(recorder, evaluation_run(evaluation, recorder.user, version_as_it_is(workflow, recorder.user)))
    score = round_.scores.get()
    assert score.score == 0.0
    assert score.reason is not None
    assert score.reason["zh"]


def test_a_model_judges(recorder: Recorder, workflow: Workflow, aimock: Aimock) -> None:
    provider = provider_create(name="Judge", preset="custom-openai", base_url=aimock.openai_url, api_key=API_KEY)
    judge = {"kind": "judge", "provider": str(provider.id), "model": "gpt-4o", "instruction": "Be strict."}
    evaluation = evaluation_create(workflow, name="Topics", cases=[case("tea {{ x }}", **judge)])
    aimock.script({"content": '{"score": 0.7, "reason": "A little short."}'})
    round_ = go_on(recorder, evaluation_run(evaluation, recorder.user, version_as_it_is(workflow, recorder.user)))
    score = round_.scores.get()
    assert (score.score, score.reason) == (0.7, {"en": "A little short.", "zh": "A little short."})
    assert score.judge_run is not None
    assert score.judge_run.trigger == "judge"
    (body,) = aimock.bodies()
    assert "Hello tea {{ x }}" in body["messages"][-1]["content"]
    assert "Be strict." in body["messages"][-1]["content"]


def test_a_cancelled_round_keeps_its_scores_and_stops_its_runs(
    recorder: Recorder, workflow: Workflow, alice_api: APIClient
) -> None:
    evaluation = evaluation_create(workflow, name="Topics", cases=[case(f"t{number}") for number in range(6)])
    round_ = evaluation_run(evaluation, recorder.user, version_as_it_is(workflow, recorder.user))
    recorder.queue.run_all()
    round_advance(round_.pk)
    round_advance(round_.pk)
    address = f"/api/evaluation-rounds/{round_.pk}/cancel/"
    reported = alice_api.post(address).json()["summary"]
    assert (reported["cancelled"], reported["sums"]["done"]) == (True, 4)
    recorder.queue.run_all()
    evaluations_advance()
    assert scores(round_) == [1.0] * 4 + [None] * 2
    statuses = Run.objects.filter(trigger="evaluation").order_by("created_at").values_list("status", flat=True)
    assert list(statuses) == ["succeeded"] * 4 + ["cancelled"] * 2
    assert alice_api.post(address).json()["summary"] == reported


def test_a_run_that_began_while_its_round_was_cancelled_is_stopped(
    recorder: Recorder, workflow: Workflow, monkeypatch: pytest.MonkeyPatch
) -> None:
    evaluation = evaluation_create(workflow, name="Topics", cases=[case("tea")])

    def start(*args: Any, **options: Any) -> Any:
        evaluation_round_cancel(EvaluationRound.objects.get())
        return run_start(*args, **options)

    monkeypatch.setattr(evaluations, "run_start", start)
    round_ = evaluation_run(evaluation, recorder.user, version_as_it_is(workflow, recorder.user))
    recorder.queue.run_all()
    assert scores(round_) == [None]
    assert Run.objects.get(trigger="evaluation").status == "cancelled"


@pytest.mark.parametrize(
    ("scorer", "expected", "score"),
    [
        ({"kind": "contains", "path": "$.text"}, "tea", 1.0),
        ({"kind": "contains", "path": "$.text"}, "bread", 0.0),
        ({"kind": "schema"}, {"required": ["text"]}, 1.0),
        ({"kind": "schema"}, {"required": ["more"]}, 0.0),
        ({"kind": "equals", "path": "$.gone"}, 1, 0.0),
    ],
)
def test_scorers_without_a_model(scorer: Json, expected: Any, score: float) -> None:
    found = score_of(Case.model_validate({"name": "c", "expected": expected, "scorer": scorer}), {"text": "Hello tea"})
    assert found is not None
    assert found.value == score


@pytest.mark.parametrize("cases", [[], [{}], [{"name": "c", "scorer": {"kind": "taste"}}], [{"name": "c", "x": 1}]])
def test_malformed_cases_are_refused(cases: Any) -> None:
    with pytest.raises(InvalidInputError):
        read_cases(cases)


def test_over_http(recorder: Recorder, workflow: Workflow, alice_api: APIClient) -> None:
    url = f"/api/workflows/{workflow.pk}/evaluations/"
    assert alice_api.post(url, {"name": "T", "cases": [{"name": ""}]}).json()["errors"][0]["pointer"] == "/cases/0/name"
    made = alice_api.post(url, {"name": "Topics", "cases": [case("tea")]}).json()
    assert [row["id"] for row in alice_api.get(url).json()] == [made["id"]]
    rounds = f"/api/evaluations/{made['id']}/rounds/"
    assert alice_api.post(rounds, {"versions": [7]}).json()["errors"][0]["code"] == "version_missing"
    begun = alice_api.post(rounds, {"versions": [None]})
    assert begun.status_code == 201
    go_on(recorder, EvaluationRound.objects.get())
    done = alice_api.get(f"/api/evaluation-rounds/{begun.json()['summary']['id']}/").json()
    assert done["summary"]["sums"] == {"left": 1.0, "right": None, "done": 1, "count": 1}
    assert (done["scores"][0]["score"], done["cases"][0]["name"]) == (1.0, "tea")
    assert alice_api.get(rounds).json()[0] == done["summary"]
    assert alice_api.patch(f"/api/evaluations/{made['id']}/", {"name": "Other"}).json()["name"] == "Other"
    assert alice_api.delete(f"/api/evaluations/{made['id']}/").status_code == 204


def test_names_of_cases_are_kept_without_the_spaces_around_them(workflow: Workflow) -> None:
    evaluation = evaluation_create(workflow, name="Topics", cases=[case("tea") | {"name": " Tea "}])
    assert evaluation.cases == [case("tea") | {"name": "Tea"}]
    evaluation_update(evaluation, cases=[case("tea") | {"name": "\u2800Bread\u3000"}])
    assert [row["name"] for row in evaluation.cases] == ["Bread"]
