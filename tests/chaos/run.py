"""`make chaos`: the scaled mode under load while its parts are killed, and the proof that nothing was lost or doubled.

Prints one JSON document; the exit code is 1 when something must not have happened. Usage: python -m tests.chaos.run
[--seconds 300] [--seed 1].
"""

import argparse
import json
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx2
import psycopg

from tests.chaos import workload
from tests.chaos.faults import Faults
from tests.chaos.proof import prove
from tests.chaos.redis_server import RestartingRedis
from tests.chaos.stand_ins import booking_service, faulty_models, model_requests
from tests.chaos.workload import Workload
from tests.doubles.scaled_server import ScaledServer
from tests.polling import comes_true
from workflow_editor.scaled.private_servers import postgres

# Everything must be over so long after the last fault: a lease, two sweeps, the longest run, and people who answer.
ENDS_WITHIN_S = 120.0
# Runs that go on, and trips that are to be retried.
_OPEN_RUNS = """
SELECT count(*) FROM workflow_editor_run AS run WHERE status IN ('queued', 'running', 'waiting') OR (
  status = 'failed' AND workflow_id = %s
  AND NOT EXISTS (SELECT 1 FROM workflow_editor_run AS again WHERE again.forked_from_id = run.id)
)
"""
_FOUND = """
SELECT count(*) FROM workflow_editor_triggerdelivery AS delivery
JOIN workflow_editor_trigger AS t ON t.id = delivery.trigger_id AND t.type = 'poll' WHERE delivery.status <> 'waiting'
"""


def chaos(seconds: float, seed: int) -> dict[str, Any]:
    """Run it and return the report; `breaches` is empty when all is well."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="flowloom-chaos-")))
        database_url = stack.enter_context(postgres(folder))
        redis = stack.enter_context(RestartingRedis(folder))
        models = stack.enter_context(faulty_models(folder, seed))
        booking = stack.enter_context(booking_service())
        server = _server(folder, database_url, redis.url)
        stack.callback(_stop, server)
        workflows = _workflows(server, models.openai_url, booking.url)
        _, workflows["hooked"] = _published(server, workload.hooked())
        schedule, _ = _published(server, workload.scheduled())
        poll, _ = _published(server, workload.polled(booking.url))
        load = Workload(server.address, server.token, workflows, poll, booking, seed)
        faults = Faults(server, redis, database_url, seed)
        load.start()
        faults.go_on(seconds)
        load.stop_starting()
        server.request("POST", f"{schedule}pause/", {})
        stopped, listed = time.monotonic(), booking.stop_listing()
        _wait_for_the_end(database_url, workflows["trip"], listed)
        ended_s = time.monotonic() - stopped
        load.close()
        proof = prove(database_url, load.started, faults, model_requests(models), booking.booked(), listed)
    return {
        "seed": seed,
        "seconds": seconds,
        "faults": dict(sorted(faults.done.items())),
        "answers": dict(load.answers),
        "requests_repeated": load.repeated,
        **proof.counts,
        "all_over_after_s": round(ended_s, 1),
        "breaches": proof.breaches,
    }


def _server(folder: Path, database_url: str, redis_url: str) -> ScaledServer:
    data = folder / "data"
    data.mkdir()
    server = ScaledServer(data, DATABASE_URL=database_url, REDIS_URL=redis_url, OUTBOUND_ALLOW="127.0.0.1")
    server.start()
    server.set_up()
    return server


def _stop(server: ScaledServer) -> None:
    if server.process.poll() is None:
        server.stop(within_s=30)


def _workflows(server: ScaledServer, models_url: str, booking_url: str) -> dict[str, str]:
    provider = {
        "name": "Stub",
        "preset": "custom-openai",
        "base_url": models_url,
        "api_key": "chaos",
        "models": ["stub"],
    }
    added = server.request("POST", "/api/providers/", {**provider, "default_model": "stub"})
    documents = {
        "chain": workload.chain(),
        "fan": workload.fan(),
        "agent": workload.agent(added["id"], booking_url),
        "approval": workload.approval(),
        "iteration": workload.iteration(),
        "loop": workload.loop(),
        "race": workload.race(booking_url),
        "trip": workload.trip(booking_url),
    }
    stored = {}
    for name, document in documents.items():
        answer = server.request("POST", "/api/workflows/", {"name": name, "document": document})
        stored[name] = str(answer["id"])
    return stored


def _published(server: ScaledServer, document: dict[str, Any]) -> tuple[str, str]:
    """Let a workflow with a trigger be live, and return where the trigger is in the API, and its own address."""
    workflow = server.request("POST", "/api/workflows/", {"name": "live", "document": document})["id"]
    path = f"/api/workflows/{workflow}/triggers/{workload.TRIGGER}/"
    address = server.request("PUT", path, {})["address"]
    server.request("POST", f"/api/workflows/{workflow}/versions/", {})
    return path, str(address)


def _wait_for_the_end(database_url: str, retried: str, listed: int) -> None:
    """Wait until no run is open; the proof reports runs still open after the time allowed.

    Args:
        retried: the workflow with runs that are retried when they fail.
        listed: items that the poll is to find.
    """
    with psycopg.connect(database_url, autocommit=True) as connection:

        def all_over() -> bool:
            found_all = connection.execute(_FOUND).fetchone() == (listed,)
            return found_all and connection.execute(_OPEN_RUNS, [retried]).fetchone() == (0,)

        comes_true(all_over, within_s=ENDS_WITHIN_S, every_s=0.5)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=300.0, help="how long things go wrong")
    parser.add_argument("--seed", type=int, default=1, help="which things, and when")
    arguments = parser.parse_args()
    try:
        report = chaos(arguments.seconds, arguments.seed)
    except httpx2.HTTPStatusError as error:
        sys.exit(f"the product refused: {error.response.text}")
    sys.stdout.write(json.dumps(report, indent=2) + "\n")
    return 1 if report["breaches"] else 0


if __name__ == "__main__":
    sys.exit(main())
