"""Runs of every kind, started over HTTP by clients that do not give up, and people who answer what is asked."""

import json
import random
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import Any

import httpx2

from tests.chaos.stand_ins import ANSWER, REFUSED_ONCE, TOOL_ID, TOOL_NAME, BookingService
from tests.factories.documents import JsonObject, edge, node, text_field
from tests.factories.run_documents import ask
from workflow_editor.engine.scopes import container_of

CLIENTS = 4
ASK_EVERY_S = 0.5
# Runs per second that all clients together aim at; the machine is to be busy, not drowned.
STARTS_EVERY_S = 0.4
DUE_EVERY_S = 5
TRIGGER = "when"
ITEM = "item-"

TOKEN = "{{ inputs.token }}"
PARTS = ("a", "b", REFUSED_ONCE)
MERGE = "first"
RACERS = ("n0", "n1", "n2", "ask")
"""Nodes stopped by the merge of a race."""


def _graph(*middle: JsonObject, edges: list[JsonObject], result: str) -> JsonObject:
    start = node("start", "start", {"fields": [text_field("token")]})
    end = node("end", "end", {"outputs": [{"name": "result", "value": result}]})
    return {"schema_version": 1, "nodes": [start, *middle, end], "edges": edges}


def _in_a_row(*middle: JsonObject, result: str) -> JsonObject:
    keys = ["start", *(item["key"] for item in middle), "end"]
    return _graph(*middle, edges=[edge(source, target) for source, target in pairwise(keys)], result=result)


def _slow(key: str) -> JsonObject:
    return ask(key, {"text": f"{key} done", "delayMs": 400})


def chain() -> JsonObject:
    """Five effects, one after the other."""
    return _in_a_row(*(_slow(f"n{index}") for index in range(5)), result=f"{TOKEN} {{{{ nodes.n4.result }}}}")


def fan() -> JsonObject:
    """Eight effects side by side, joined."""
    branches = [_slow(f"n{index}") for index in range(8)]
    keys = [branch["key"] for branch in branches]
    edges = [edge("start", key) for key in keys] + [edge(key, "join") for key in keys] + [edge("join", "end")]
    return _graph(*branches, node("join", "merge"), edges=edges, result=f"{TOKEN} {{{{ nodes.n7.result }}}}")


def agent(provider: str, booking: str) -> JsonObject:
    """A model that books once, by a call that must never be doubled."""
    settings = {"method": "POST", "url": f"{booking}/book?token={TOKEN}", "body": "{}"}
    tool = {"id": TOOL_ID, "type": "http-request", "name": TOOL_NAME, "enabled": True, "config": settings}
    config = {"provider": provider, "model": "stub", "userPrompt": f"Book {TOKEN}", "tools": [tool]}
    ai = node("agent", "process", {**config, "onToolFailure": "tell_model"})
    return _in_a_row(ai, result=f"{TOKEN} {{{{ nodes.agent.result }}}}")


def iteration() -> JsonObject:
    """An effect for each of four items, two at a time."""
    each = node("each", "iteration", {"items": '["a", "b", "c", "d"]', "width": 2, "output": "{{ nodes.n0.result }}"})
    return _with_body(each, "{{ nodes.each.count }}")


def trip(booking: str) -> JsonObject:
    """Three bookings that must never be doubled, one after the other; the last is refused once, and the run retried."""
    each = node("each", "iteration", {"items": json.dumps(list(PARTS))})
    url = f"{booking}/book?token={TOKEN}/{{{{ nodes.each.item }}}}"
    book = node("book", "http_request", {"method": "POST", "url": url}, parent="each")
    document = _in_a_row(each, result=f"{TOKEN} {{{{ nodes.each.count }}}}")
    return {**document, "nodes": [*document["nodes"], book]}


def loop() -> JsonObject:
    """An effect three times."""
    again = node("again", "loop", {"mode": "times", "times": 3, "output": "{{ nodes.n0.result }}"})
    return _with_body(again, "{{ nodes.again.result }}")


def _with_body(container: JsonObject, result: str) -> JsonObject:
    document = _in_a_row(container, result=f"{TOKEN} {result}")
    return {**document, "nodes": [*document["nodes"], {**_slow("n0"), "parent": container["key"]}]}


def approval() -> JsonObject:
    """An effect, a person's yes, another effect."""
    question = node("ask", "approval", {"title": f"Go on with {TOKEN}?", "timeoutS": 3600})
    document = _in_a_row(_slow("n0"), question, _slow("n1"), result=f"{TOKEN} {{{{ nodes.n1.result }}}}")
    for item in document["edges"]:
        if item["source"] == "ask":
            item["source_port"] = "approved"
    return document


def race(booking: str) -> JsonObject:
    """Three branches of which the first to arrive stops the others, then a booking that must never be doubled."""
    question = node("ask", "approval", {"title": f"Go on with {TOKEN}?", "timeoutS": 3600})
    first = node(MERGE, "merge", {"strategy": "any", "cancelRest": True})
    book = node("book", "http_request", {"method": "POST", "url": f"{booking}/book?token={TOKEN}"})
    branches = [("n0",), ("n1", "n2"), ("ask",)]
    edges = [edge(*pair) for branch in branches for pair in pairwise(("start", *branch))]
    edges += [edge("n0", MERGE), edge("n2", MERGE), {**edge("ask", MERGE), "source_port": "approved"}]
    edges += [edge(MERGE, "book"), edge("book", "end")]
    racers = [_slow("n0"), _slow("n1"), _slow("n2"), question]
    return _graph(*racers, first, book, edges=edges, result=f"{TOKEN} over")


def hooked() -> JsonObject:
    """An effect that deliveries to a webhook start."""
    return _with_trigger("webhook", {})


def scheduled() -> JsonObject:
    """An effect every few seconds, whatever happens."""
    rules = [{"kind": "cron", "cron": f"*/{DUE_EVERY_S} * * * * *"}]
    mapping = [{"name": "token", "value": "{{ trigger.scheduled_at }}"}]
    return _with_trigger(
        "schedule", {"rules": rules, "timezone": "UTC", "overlap": "run_beside", "catchUp": "all", "mapping": mapping}
    )


def polled(booking: str) -> JsonObject:
    """An effect for each item of a list that grows."""
    tool = {"id": "list", "type": "http-request", "name": "List", "config": {"url": f"{booking}/items"}}
    config = {"tool": tool, "items": "data.items", "key": "id", "first": "everything", "timeout": 5000}
    return _with_trigger("poll", {**config, "mapping": [{"name": "token", "value": f"{ITEM}{{{{ trigger.key }}}}"}]})


def _with_trigger(type_: str, config: JsonObject) -> JsonObject:
    document = _in_a_row(_slow("n0"), result=f"{TOKEN} {{{{ nodes.n0.result }}}}")
    return {**document, "nodes": [*document["nodes"], node(TRIGGER, type_, config)]}


_EXPECTED = {
    "agent": ANSWER,
    "approval": "n1 done",
    "chain": "n4 done",
    "fan": "n7 done",
    "hooked": "n0 done",
    "iteration": "4",
    "loop": "n0 done",
    "race": "over",
    "trip": "3",
}


@dataclass(frozen=True)
class Started:
    """A run that a client has received."""

    id: str
    kind: str
    token: str

    def expected(self) -> str:
        """Return what the run must give back."""
        return f"{self.token} {_EXPECTED[self.kind]}"


@dataclass
class Workload:
    """Starts runs until it is stopped; answers waits for people, and retries trips, until it is closed."""

    url: str
    token: str
    workflows: dict[str, str]
    """Those that are started over the API; and, as `hooked`, the address of a webhook."""
    poll: str
    """Path of the poll in the API."""
    booking: BookingService
    seed: int
    started: list[Started] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)
    repeated: int = 0

    def __post_init__(self) -> None:
        self._retried: set[str] = set()
        self._stop_starting = threading.Event()
        self._stop_answering = threading.Event()
        self._clients = [
            threading.Thread(target=self._start_runs, args=(number,), name=f"client-{number}")
            for number in range(CLIENTS)
        ]
        self._people = threading.Thread(target=self._answer, name="people")

    def start(self) -> None:
        for thread in (*self._clients, self._people):
            thread.start()

    def stop_starting(self) -> None:
        self._stop_starting.set()
        for thread in self._clients:
            thread.join()

    def close(self) -> None:
        self._stop_answering.set()
        self._people.join()

    def _client(self) -> httpx2.Client:
        headers = {"Authorization": f"Bearer {self.token}"}
        return httpx2.Client(base_url=self.url, headers=headers, timeout=30, trust_env=False)

    def _start_runs(self, number: int) -> None:
        random_ = random.Random(f"{self.seed}-{number}")  # noqa: S311  a schedule, no secret
        kinds = sorted(self.workflows)
        with self._client() as client:
            count = 0
            while not self._stop_starting.wait(random_.expovariate(1 / (STARTS_EVERY_S * CLIENTS))):
                count += 1
                kind, token = random_.choice(kinds), f"t{self.seed}-{number}-{count}"
                run = self._until_answered(partial(self._post_run, client, kind, token))
                self.started.append(Started(run.get("run") or run["id"], kind, token))

    def _post_run(self, client: httpx2.Client, kind: str, token: str) -> httpx2.Response:
        if kind == "hooked":
            return client.post(self.workflows[kind], json={"token": token}, headers={"Idempotency-Key": token})
        path = f"/api/workflows/{self.workflows[kind]}/runs/"
        return client.post(path, json={"inputs": {"token": token}}, headers={"Idempotency-Key": token})

    def _until_answered(self, ask_: Callable[[], httpx2.Response]) -> Any:
        """Ask again until the product answers: a client with a cut request does not know its outcome."""
        while True:
            try:
                answer = ask_()
            except httpx2.TransportError:
                self.repeated += 1
            else:
                if answer.status_code < 500:
                    return answer.raise_for_status().json()
                self.repeated += 1
            self._stop_answering.wait(0.2)

    def _answer(self) -> None:
        with self._client() as client:
            while not self._stop_answering.wait(ASK_EVERY_S):
                try:
                    waiting = client.get("/api/approvals/?status=open").raise_for_status().json()["results"]
                    for wait in waiting:
                        self._decide(client, wait)
                    self._retry_trips(client)
                    # Lets it look at once, also while another look goes on.
                    client.post(f"{self.poll}resume/").raise_for_status()
                except httpx2.TransportError:
                    self.repeated += 1
                except httpx2.HTTPStatusError as error:
                    if error.response.status_code < 500:
                        raise
                    self.repeated += 1

    def _retry_trips(self, client: httpx2.Client) -> None:
        query = {"workflow": self.workflows["trip"], "status": "failed"}
        for run in client.get("/api/runs/", params=query).raise_for_status().json()["results"]:
            if run["id"] not in self._retried:
                # The key stays the same when the answer gets lost.
                key = {"Idempotency-Key": f"retry-{run['id']}"}
                client.post(f"/api/runs/{run['id']}/retry/", headers=key).raise_for_status()
                self._retried.add(run["id"])

    def _decide(self, client: httpx2.Client, wait: dict[str, Any]) -> None:
        decision: dict[str, Any] = {"decision": "approve"}
        if wait["payload"]["kind"] == "outcome_unknown":
            run = client.get(f"/api/runs/{wait['run']['id']}/").raise_for_status().json()
            token = run["inputs"]["token"]
            if wait["scope"]:
                token += f"/{PARTS[container_of(wait['scope'])[1]]}"
            # What a person would do: look at the other side.
            booked = self.booking.booked()[token]
            decision = {"decision": "happened", "values": {"booked": token}} if booked else {"decision": "again"}
        answer = client.post(f"/api/approvals/{wait['id']}/answer/", json=decision)
        if answer.status_code != httpx2.codes.CONFLICT:
            answer.raise_for_status()
            self.answers[f"{wait['payload']['kind']}:{decision['decision']}"] += 1
