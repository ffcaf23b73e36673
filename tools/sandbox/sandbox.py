"""Runs untrusted code in worker processes: no files, no network, hard limits. No framework.

The code defines `main`, whose return value is the result, or is a body whose last expression is the result, or returns.
`main(topic, limit)` gets the inputs of these names, `main(args)` all of them. `args` holds all inputs, and those whose
names are identifiers are variables of their own too.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from tools.core.cancellation import CancelScope
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
            code: see the module docstring.
            inputs: JSON values by name.
            timeout_s: computing time, 0 < timeout_s <= 60; sleeping counts apart, up to the same time.
            memory: variables that the code finds, and leaves there when it succeeds; the limits stay those of the
                first call. In JavaScript that is the object `state`.
            functions: what the code can call, by name; at most MAX_CALLS calls. Time that they take does not count.
                They get JSON values; what they raise the code can catch, and reads.
            depth: how many runs wait for this one.
            cancel: ends the worker.
            exact_integers: in JavaScript integers beyond 2^53 come as BigInt, where they were rounded to a number; the
                code of Python has them as they are.
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
