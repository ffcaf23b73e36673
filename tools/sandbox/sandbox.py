"""Runs untrusted code in worker processes: no files, no network, hard limits. No framework.

The code defines `main` and returns the result, or is a body that returns or ends in the result expression. `main(topic,
limit)` gets the inputs of these names, `main(args)` all. `args` holds all inputs; identifiers are variables too.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from tools.core.concurrency.cancellation import CancelScope
from tools.sandbox.javascript.run import run_javascript
from tools.sandbox.limits import MAX_TIMEOUT_S
from tools.sandbox.memory import SandboxMemory
from tools.sandbox.outcome import Language, SandboxFunction, SandboxResult


class Sandbox:
    """Runs code; all instances of a process share its workers. Safe to share by threads."""

    def run(
        self,
        code: str,
        inputs: Mapping[str, Any],
        *,
        timeout_s: float,
        language: Language = "python",
        memory: SandboxMemory | None = None,
        functions: Mapping[str, SandboxFunction] | None = None,
        depth: int = 0,
        cancel: CancelScope | None = None,
        exact_integers: bool = False,
    ) -> SandboxResult:
        """Run the code and return its result as JSON data.

        Args:
            timeout_s: computing time, 0 < timeout_s <= 60; sleeping counts apart, up to the same time.
            memory: variables of the session, updated on success, within the first call's limits; JavaScript has the
                object `state`.
            functions: callable by name, at most MAX_CALLS times, outside the computing time, with JSON values; the code
                can catch what they raise.
            depth: number of runs waiting for this one.
            cancel: kills the worker.
            exact_integers: pass integers beyond 2^53 to JavaScript as BigInt instead of rounding.
        Raises:
            SandboxError: a syntax error, an exception, a limit, or a result that is not JSON; names the line.
            SandboxBusyError: no worker became free.
        """
        # Late: the interpreter's library takes 5 MB of every process that imports it.
        from tools.sandbox.python_code import run_python

        run: Callable[..., SandboxResult] = run_python
        if language == "javascript":
            run = partial(run_javascript, exact_integers=exact_integers)
        return run(
            code,
            inputs,
            timeout_s=min(timeout_s, MAX_TIMEOUT_S),
            memory=memory,
            functions=functions or {},
            depth=depth,
            cancel=cancel,
        )
