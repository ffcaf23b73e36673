"""Invariants at the end, read from the tables and from the journals of the stand-in services."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import psycopg
from psycopg.rows import dict_row

from tests.chaos.faults import Faults
from tests.chaos.stand_ins import ModelRequest
from tests.chaos.workload import DUE_EVERY_S, ITEM, MERGE, PARTS, RACERS, Started

LEASE_S = 15.0
TAKEN_OVER_WITHIN_S = 10.0
# A run whose model service failed for good may fail, with one of these codes.
SERVICE_FAILURES = frozenset(
    {"provider_failed", "provider_rate_limited", "provider_stream_broken", "provider_unavailable"}
)
_OPEN = ("queued", "running", "waiting")

_RUNS = """
SELECT id::text, status, output, error, last_seq, inputs, forked_from_id::text AS retry_of FROM workflow_editor_run
"""
_EVENTS = """
SELECT run_id::text, count(*) AS events, count(DISTINCT seq) AS numbers, min(seq) AS first, max(seq) AS last,
  count(*) FILTER (WHERE type = 'run_finished') AS ends, count(*) FILTER (WHERE type = 'run_started') AS starts
FROM workflow_editor_runevent GROUP BY run_id
"""
_NODE_ENDS = """
SELECT run_id::text, node_key, coalesce(payload->>'scope', '') AS scope, count(*) AS ends FROM workflow_editor_runevent
WHERE type IN ('node_succeeded', 'node_failed', 'node_skipped', 'node_cancelled')
GROUP BY 1, 2, 3 HAVING count(*) > 1
"""
_DELIVERIES = """
SELECT t.type, delivery.key, count(run.id) AS runs, coalesce(bool_and(run.status = 'succeeded'), false) AS succeeded
FROM workflow_editor_triggerdelivery AS delivery
JOIN workflow_editor_trigger AS t ON t.id = delivery.trigger_id
LEFT JOIN workflow_editor_run AS run ON run.delivery_id = delivery.id GROUP BY t.type, delivery.id, delivery.key
"""
_OPEN_NODES = "SELECT id FROM workflow_editor_noderun WHERE status IN ('queued', 'running', 'waiting')"
_REPLIES = """
SELECT run_id::text, (payload->>'round')::int AS round, count(*) AS reports, extract(epoch FROM min(at))::float AS at
FROM workflow_editor_runevent WHERE type = 'model_call_finished' AND node_key = 'agent' GROUP BY 1, 2
"""
_REPLY_ROWS = """
SELECT count(*) AS doubled FROM (
  SELECT 1 FROM workflow_editor_journalrow WHERE kind = 'reply' GROUP BY node_run_id, round HAVING count(*) > 1
) AS twice
"""
_RACERS = """
SELECT n.run_id::text, n.node_key, n.status, coalesce(bool_or(e.type = 'node_' || n.status), false) AS told,
  array_agg(e.type) FILTER (WHERE e.seq > merge.seq AND e.type NOT IN ('node_cancelled', 'node_skipped')) AS late
FROM workflow_editor_noderun AS n
JOIN workflow_editor_runevent AS merge
  ON merge.run_id = n.run_id AND merge.node_key = %s AND merge.type = 'node_succeeded'
LEFT JOIN workflow_editor_runevent AS e ON e.run_id = n.run_id AND e.node_key = n.node_key
WHERE n.node_key = ANY(%s) GROUP BY n.id
"""
_TAKEN_OVER = """
SELECT n.id, extract(epoch FROM min(e.at))::float AS at FROM workflow_editor_noderun AS n
JOIN workflow_editor_runevent AS e
  ON e.run_id = n.run_id AND e.node_key = n.node_key AND coalesce(e.payload->>'scope', '') = n.scope
WHERE n.id = %s AND e.type IN ('node_started', 'node_waiting', 'node_succeeded', 'node_cancelled')
  AND e.at > to_timestamp(%s)
GROUP BY n.id
"""


@dataclass
class Proof:
    """Counts, and every breach in words."""

    counts: dict[str, Any] = field(default_factory=dict)
    breaches: list[str] = field(default_factory=list)


def prove(
    database_url: str,
    started: Sequence[Started],
    faults: Faults,
    requests: Sequence[ModelRequest],
    booked: Counter[str],
    listed: int,
) -> Proof:
    """Look at everything."""
    proof = Proof()
    with psycopg.connect(database_url, row_factory=dict_row) as connection:
        runs = {row["id"]: row for row in connection.execute(_RUNS).fetchall()}
        _runs_ended_right(proof, runs, started)
        _events_are_whole(proof, connection, runs)
        _every_delivery_ran_once(proof, connection)
        _every_item_ran_once(proof, runs, listed)
        _nothing_is_open(proof, connection)
        _races_stopped_the_rest(proof, connection)
        _turns_paid_once(proof, connection, runs, requests)
        _kills_recovered(proof, connection, faults)
    doubled = {token: times for token, times in booked.items() if times > 1}
    proof.breaches += [f"booking {token} was made {times} times" for token, times in doubled.items()]
    wanted = [f"{run.token}/{part}" for run in started if run.kind == "trip" for part in PARTS]
    wanted += [run.token for run in started if run.kind == "race"]
    proof.breaches += [f"booking {token} was not made" for token in wanted if not booked[token]]
    proof.counts |= {"bookings": len(booked), "bookings_doubled": len(doubled)}
    return proof


def _runs_ended_right(proof: Proof, runs: dict[str, dict[str, Any]], started: Sequence[Started]) -> None:
    by_token = Counter(row["inputs"].get("token") for row in runs.values() if row["retry_of"] is None)
    proof.breaches += [f"token {token} has {times} runs" for token, times in by_token.items() if times != 1]
    retries = Counter(row["retry_of"] for row in runs.values() if row["retry_of"] is not None)
    proof.breaches += [f"run {run_id} was retried {times} times" for run_id, times in retries.items() if times != 1]
    proof.breaches += list(_wrong_ends(runs, started))
    statuses = Counter(row["status"] for row in runs.values())
    kinds = Counter(run.kind for run in started)
    proof.counts |= {"runs": len(runs), "runs_by_kind": dict(kinds), "runs_by_status": dict(statuses)}
    proof.counts["runs_retried"] = len(retries)


def _wrong_ends(runs: dict[str, dict[str, Any]], started: Sequence[Started]) -> Iterator[str]:
    retries = {row["retry_of"]: row for row in runs.values() if row["retry_of"] is not None}
    for run in started:
        row = runs.get(run.id)
        while row is not None and row["id"] in retries:
            row = retries[row["id"]]
        if row is None:
            yield f"{run.kind} run {run.id} is lost"
        elif row["status"] == "failed" and run.kind == "agent" and row["error"]["code"] in SERVICE_FAILURES:
            continue
        elif row["status"] != "succeeded":
            yield f"{run.kind} run {run.id} is {row['status']}: {row['error']}"
        elif row["output"] != {"result": run.expected()}:
            yield f"{run.kind} run {run.id} gave {row['output']} instead of {run.expected()!r}"


def _events_are_whole(proof: Proof, connection: psycopg.Connection[Any], runs: dict[str, dict[str, Any]]) -> None:
    found = connection.execute(_EVENTS).fetchall()
    for row in found:
        whole = row["events"] == row["numbers"] == row["last"] == runs[row["run_id"]]["last_seq"] and row["first"] == 1
        if not whole or row["ends"] != 1 or row["starts"] != 1:
            proof.breaches.append(f"events of run {row['run_id']} are not whole: {dict(row)}")
    for row in connection.execute(_NODE_ENDS).fetchall():
        proof.breaches.append(f"node {row['node_key']} of run {row['run_id']} ended {row['ends']} times")
    proof.counts["events"] = sum(row["events"] for row in found)


def _every_delivery_ran_once(proof: Proof, connection: psycopg.Connection[Any]) -> None:
    """Whatever was stored has one run, which succeeded; from the first due time to the last, none is missing."""
    rows = connection.execute(_DELIVERIES).fetchall()
    for row in rows:
        if row["runs"] != 1 or not row["succeeded"]:
            outcome = "of which not all succeeded" if not row["succeeded"] else "which is not one"
            proof.breaches.append(f"{row['type']} delivery {row['key']} has {row['runs']} runs, {outcome}")
    times = sorted(datetime.fromisoformat(row["key"]) for row in rows if row["type"] == "schedule")
    for earlier, later in pairwise(times):
        if later - earlier != timedelta(seconds=DUE_EVERY_S):
            proof.breaches.append(f"between the due times {earlier} and {later} some are lost")
    proof.breaches += [] if times else ["no due time has started a run"]
    proof.counts |= {"due_times": len(times), "deliveries_by_trigger": dict(Counter(row["type"] for row in rows))}


def _every_item_ran_once(proof: Proof, runs: dict[str, dict[str, Any]], listed: int) -> None:
    found = Counter(row["inputs"].get("token") for row in runs.values())
    wanted = [f"{ITEM}{number}" for number in range(listed)]
    proof.breaches += [f"{item} has {found[item]} runs" for item in wanted if found[item] != 1]
    proof.breaches += [] if wanted else ["nothing was listed"]
    proof.counts["items_listed"] = listed


def _nothing_is_open(proof: Proof, connection: psycopg.Connection[Any]) -> None:
    left = connection.execute(_OPEN_NODES).fetchall()
    proof.counts["left_open"] = len(left)
    proof.breaches += [f"node run {row['id']} is still open" for row in left]


def _races_stopped_the_rest(proof: Proof, connection: psycopg.Connection[Any]) -> None:
    """Once the merge went on, nothing happens to what it stopped, and its rows end as its events tell."""
    rows = connection.execute(_RACERS, [MERGE, list(RACERS)]).fetchall()
    for row in rows:
        where = f"{row['node_key']} of race {row['run_id']}"
        if row["late"]:
            proof.breaches.append(f"{where} went on after the merge: {row['late']}")
        if not row["told"]:
            proof.breaches.append(f"{where} is {row['status']}, but no event says so")
    ends = Counter(row["status"] for row in rows)
    proof.breaches += [] if ends["cancelled"] else ["no merge has cancelled anything"]
    proof.counts["racers_by_status"] = dict(ends)


def _turns_paid_once(
    proof: Proof,
    connection: psycopg.Connection[Any],
    runs: dict[str, dict[str, Any]],
    requests: Sequence[ModelRequest],
) -> None:
    """A turn may be asked for again while no reply to it is stored: after a fault, or when its reader was killed."""
    tokens = {run_id: row["inputs"].get("token") for run_id, row in runs.items()}
    replies = connection.execute(_REPLIES).fetchall()
    stored_at = {(tokens[row["run_id"]], row["round"]): row["at"] for row in replies}
    late = [asked for asked in requests if asked.at > stored_at.get((asked.token, asked.round), float("inf"))]
    reported_twice = [row for row in replies if row["reports"] > 1]
    rows = connection.execute(_REPLY_ROWS).fetchone()
    doubled = rows["doubled"] if rows else 0
    proof.breaches += [
        f"turn {asked.round} of {asked.token} was asked for after its reply was stored" for asked in late
    ]
    proof.breaches += [
        f"reply {row['round']} of run {row['run_id']} was reported {row['reports']} times" for row in reported_twice
    ]
    proof.breaches += [f"{doubled} replies stand twice in a journal"] if doubled else []
    proof.counts |= {
        "model_turns": len(stored_at),
        "model_requests": len(requests),
        "model_faults": sum(asked.status >= 400 or asked.status == 0 for asked in requests),
        "turns_paid_twice": len(late),
    }


def _kills_recovered(proof: Proof, connection: psycopg.Connection[Any], faults: Faults) -> None:
    """A killed worker's step is recovered in time; another kill may restart that time."""
    from_kill, undisturbed = [0.0], [0.0]
    for kill in faults.kills:
        for node_run in kill.node_runs:
            row = connection.execute(_TAKEN_OVER, [node_run, kill.at]).fetchone()
            if row is None:
                proof.breaches.append(f"node run {node_run}, whose worker was killed, was never taken over")
                continue
            from_kill.append(row["at"] - kill.at)
            undisturbed.append(row["at"] - max([kill.at, *(at for at in faults.times if at < row["at"])]))
    limit = LEASE_S + TAKEN_OVER_WITHIN_S
    if max(undisturbed) > limit:
        proof.breaches.append(f"a recovery took {max(undisturbed):.1f} s after the last fault, more than {limit} s")
    proof.counts |= {
        "steps_interrupted": len(from_kill) - 1,
        "longest_recovery_s": round(max(from_kill), 2),
        "longest_recovery_after_the_last_fault_s": round(max(undisturbed), 2),
    }
