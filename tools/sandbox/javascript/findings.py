"""Static checks for JavaScript. Nothing is executed. No framework."""

from functools import lru_cache

from tools.core.text import Text
from tools.sandbox.code_findings import CodeFinding
from tools.sandbox.javascript.run import answer_of
from tools.sandbox.javascript.workers import worker_for
from tools.sandbox.outcome import SandboxBusyError, SandboxError

_SECONDS = 1.0
_REMEMBERED = 64


@lru_cache(maxsize=_REMEMBERED)
def javascript_findings(code: str) -> tuple[CodeFinding, ...]:
    """Return the first syntax error; none for code that takes too long to parse."""
    request = {
        "code": code,
        "inputs": {},
        "functions": [],
        "state": {},
        "is_check": True,
        "exact_integers": False,
        "seconds": _SECONDS,
    }
    try:
        with worker_for(0) as worker:
            answer = answer_of(worker, request, {})
    except (SandboxError, SandboxBusyError):
        return ()
    if answer.get("kind") != "syntax":
        return ()
    reason = answer["message"].removeprefix("SyntaxError: ")
    return (CodeFinding(answer["line"] or 1, Text("Syntax error: {reason}.", reason=reason), answer["column"]),)
