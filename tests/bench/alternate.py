"""Measure several checkouts of the product in turns, with this bench, so that a slow moment is one for all.

Usage: `python -m tests.bench.alternate [--rounds N] --into FOLDER CHECKOUT...` writes FOLDER/COMMIT-ROUND.json, which
`python -m tests.bench.row` takes. A checkout has the environment of its own lock file in `.venv` and the built front
end in `build/static`. The yardsticks of other engines are measured once in each round.
"""

import argparse
import json
import signal
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from tests.bench.embedded import embedded
from tests.bench.measuring import Document, measured
from tests.bench.model_stub import model_stub
from tests.bench.peer_figures import langgraph
from tests.bench.size import FULL, SMOKE, Size
from tests.bench.webhooks import webhooks
from tests.runtime import ROOT

PARTS = {"embedded": embedded, "webhook": webhooks}
ROUND = replace(FULL, name="round", repeats=20, seconds=5.0, idle_s=2.0, deliveries=500, burst_s=1.0)
"""A round is short, so that a commit's turn comes again soon."""


def _yardsticks(size: Size) -> dict[str, Any]:
    with model_stub() as base_url:
        return {"langgraph": langgraph(base_url, size)}


def one_round(checkouts: list[Path], names: list[str], size: Size) -> Iterator[Document]:
    """Measure each checkout once, beside the same yardsticks."""
    theirs = measured({"peers": partial(_yardsticks, size)}, size, ROOT)
    for checkout in checkouts:
        ours = measured({name: partial(PARTS[name], size, checkout) for name in names}, size, checkout)
        ours["figures"] |= theirs["figures"]
        ours["failed"] |= theirs["failed"]
        yield ours


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkouts", nargs="+", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--into", type=Path, required=True)
    parser.add_argument("--only", action="append", choices=PARTS, help="a part to measure; all when left out")
    parser.add_argument("--smoke", action="store_true", help="the smallest sizes: shows that it runs, not how fast")
    given = parser.parse_args()
    # The product that runs now ends with this program.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    checkouts = [checkout.resolve() for checkout in given.checkouts]
    for needed in (checkout / name for checkout in checkouts for name in (".venv/bin/python", "build/static")):
        if not needed.exists():
            sys.exit(f"{needed} is missing.")
    given.into.mkdir(parents=True, exist_ok=True)
    size = SMOKE if given.smoke else ROUND
    failed = False
    for number in range(1, given.rounds + 1):
        for document in one_round(checkouts, given.only or list(PARTS), size):
            file = given.into / f"{str(document['commit']['hash'])[:8]}-{number}.json"
            file.write_text(json.dumps(document, indent=2) + "\n")
            failed = failed or bool(document["failed"])
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
