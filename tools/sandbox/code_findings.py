"""Static checks for a script. Pure: nothing is executed."""

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from tools.core.definitions import JsonObject
from tools.core.text import Text

Severity = Literal["error", "warning"]
_GENERATOR = Text("Generators (yield) are not supported.")
_INHERITANCE = Text("Class inheritance is not supported.")
_UNREADABLE = Text("The code cannot be read.")
_ENDLESS = Text("This loop never ends. Add a break, a return or a condition.")
_PERHAPS_ENDLESS = Text("Only an exception can end this loop. Add a break, a return or a condition.")
_DYNAMIC = Text(
    "Code in a string cannot be checked here. It stays in the sandbox, but errors appear only when it runs."
)


def on_line(line: int, text: Text) -> Text:
    """Return a sentence about a line of code with its number."""
    return Text("Line {line}: {text}", line=line, text=text)


@dataclass(frozen=True, slots=True)
class CodeFinding:
    """Something in a script; `line` and `column` count from 1, in characters."""

    line: int
    message: Text
    column: int = 1
    code: str = "syntax"
    """Stable: `syntax`, `unsupported`, `endless_loop`, `dynamic_code`, or one of `tools.sandbox.code_types`."""
    severity: Severity = "error"
    """`error`: it cannot work. `warning`: worth a look."""

    def to_json(self) -> JsonObject:
        return {
            "line": self.line,
            "column": self.column,
            "code": self.code,
            "severity": self.severity,
            "message": self.message.to_json(),
        }


def in_order(found: Iterable[CodeFinding]) -> list[CodeFinding]:
    return sorted(found, key=lambda finding: (finding.line, finding.column))


def findings(code: str) -> list[CodeFinding]:
    """Return what keeps the code from running; the first syntax error ends the list."""
    try:
        tree = ast.parse(code)
    except SyntaxError as error:
        reason = error.msg
        text = Text("Syntax error: {reason}.", reason=reason)
        return [CodeFinding(error.lineno or 1, text, max(error.offset or 1, 1))]
    except (ValueError, RecursionError, MemoryError):
        return [CodeFinding(1, _UNREADABLE)]
    return _all(code, tree, _unsupported)


def suspicions(code: str) -> list[CodeFinding]:
    """Return what will run but hardly do what it should; nothing for code that cannot be read."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    return _all(code, tree, _suspicion)


def _all(code: str, tree: ast.AST, look: Callable[[ast.AST], CodeFinding | None]) -> list[CodeFinding]:
    lines = code.encode().split(b"\n")
    found = (finding for node in ast.walk(tree) if (finding := look(node)) is not None)
    # Python tells the column of a node in bytes.
    return in_order(
        replace(finding, column=len(lines[finding.line - 1][: finding.column - 1].decode(errors="ignore")) + 1)
        for finding in found
    )


def _unsupported(node: ast.AST) -> CodeFinding | None:
    if isinstance(node, ast.Yield | ast.YieldFrom):
        return CodeFinding(node.lineno, _GENERATOR, node.col_offset + 1, "unsupported")
    if isinstance(node, ast.ClassDef) and (node.bases or node.keywords):
        return CodeFinding(node.lineno, _INHERITANCE, node.col_offset + 1, "unsupported")
    return None


def _suspicion(node: ast.AST) -> CodeFinding | None:
    if isinstance(node, ast.While) and isinstance(node.test, ast.Constant) and node.test.value:
        return _endless(node)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"eval", "exec"}:
        return CodeFinding(node.lineno, _DYNAMIC, node.col_offset + 1, "dynamic_code", "warning")
    return None


def _endless(loop: ast.While) -> CodeFinding | None:
    inside = list(_inside(loop.body))
    if any(isinstance(node, ast.Return | ast.Raise | ast.Assert) for node in inside) or _breaks(loop.body):
        return None
    # A statement that can fail, such as a call, may be meant to end it.
    if any(isinstance(node, ast.Call | ast.Subscript | ast.BinOp | ast.Await) for node in inside):
        return CodeFinding(loop.lineno, _PERHAPS_ENDLESS, loop.col_offset + 1, "endless_loop", "warning")
    return CodeFinding(loop.lineno, _ENDLESS, loop.col_offset + 1, "endless_loop")


def _inside(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield all that runs as part of these statements: not the bodies of functions defined in them."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        yield node
        yield from _inside(ast.iter_child_nodes(node))


def _breaks(body: Iterable[ast.AST]) -> bool:
    """Return whether a `break` in `body` ends its own loop."""
    for node in body:
        if isinstance(node, ast.Break):
            return True
        if isinstance(node, ast.While | ast.For | ast.AsyncFor):
            # A break in there ends that loop; one in its else part ends ours.
            if _breaks(node.orelse):
                return True
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            if _breaks(ast.iter_child_nodes(node)):
                return True
    return False
