"""The sandbox in both languages side by side: start of workers, cost of a call, attacks that it refused.

A program of its own (`python -m tests.bench.sandbox`), since each language starts from nothing; prints one JSON object.
"""

import json
import sys
import time
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from tests.bench.size import Size, size_argument
from tests.tools.sandbox.attacks import ATTACKS, SLOW
from tools.sandbox.javascript.workers import close_workers, keep_compiled_in
from tools.sandbox.outcome import Language, SandboxError
from tools.sandbox.pools import close_pools
from tools.sandbox.sandbox import Sandbox

_PROGRAMS: dict[Language, str] = {
    "python": "def main(a, b):\n    return {'sum': a + b}",
    "javascript": "function main(a, b) { return { sum: a + b } }",
}
_SLOW_S = 1.0


def _call_ms(sandbox: Sandbox, language: Language) -> float:
    began = time.perf_counter()
    found = sandbox.run(_PROGRAMS[language], {"a": 1, "b": 2}, timeout_s=30, language=language)
    if found.value != {"sum": 3}:
        raise RuntimeError(f"{language} gave {found.value}")
    return (time.perf_counter() - began) * 1000


def _refused(sandbox: Sandbox, language: Language, most: int | None) -> tuple[int, int]:
    """Return how many attacks ended as they must, and how many there are."""
    attacks = list(islice((attack for attack in ATTACKS if attack.language == language), most))
    refused = 0
    for attack in attacks:
        try:
            sandbox.run(attack.code, {}, timeout_s=_SLOW_S if attack.code in SLOW else 30, language=language)
        except SandboxError as error:
            refused += error.kind == attack.kind
    return refused, len(attacks)


def figures(language: Language, size: Size) -> dict[str, Any]:
    sandbox = Sandbox()
    first = _call_ms(sandbox, language)
    close_workers()
    close_pools()
    next_worker = _call_ms(sandbox, language)
    call = median(_call_ms(sandbox, language) for _ in range(size.calls))
    refused, tried = _refused(sandbox, language, size.attacks)
    return {
        "first_call_ms": round(first, 1),
        "next_worker_ms": round(next_worker, 1),
        "call_ms": round(call, 3),
        "attacks_refused": refused,
        "attacks": tried,
    }


def main() -> None:
    size = size_argument()
    with TemporaryDirectory() as folder:
        keep_compiled_in(Path(folder))
        sys.stdout.write(json.dumps({language: figures(language, size) for language in _PROGRAMS}) + "\n")


if __name__ == "__main__":
    main()
