"""Process of one call: applies its limits, runs the code, writes the result, and exits.

`python program.py <descriptor> <bytes of memory> <processes> <bytes of a file>`, in the call's folder with `call.json`.
The result goes to the descriptor as JSON: `{"value", "paths"}`, or `{"failed"}` with the code known to `job`.
"""

import ast
import asyncio
import inspect
import json
import os
import resource
import sys
import traceback
from collections.abc import Callable
from typing import Any

CODE_NAME = "<code>"
_LARGEST_INTEGER = 2**63 - 1
_MAX_MESSAGE = 2_000
_MAX_OPEN_FILES = 256


def main() -> None:
    descriptor, memory, processes, file = (int(word) for word in sys.argv[1:])
    # The processes that the code starts have no business with it.
    os.set_inheritable(descriptor, False)
    with open("call.json", "rb") as call:
        given = json.load(call)
    for limit, most in (
        (resource.RLIMIT_DATA, memory),
        (resource.RLIMIT_FSIZE, file),
        (resource.RLIMIT_NOFILE, _MAX_OPEN_FILES),
        (resource.RLIMIT_CORE, 0),
        # Queues of POSIX outlive their process, and are seen only where their file system is mounted.
        (resource.RLIMIT_MSGQUEUE, 0),
        *(((resource.RLIMIT_NPROC, processes),) if processes else ()),
    ):
        resource.setrlimit(limit, (most, most))
    sys.argv = [CODE_NAME]
    sys.path.insert(0, os.getcwd())
    answer = json.dumps(_answer(given["code"], given["inputs"])).encode("utf-8", "replace")
    sys.stdout.flush()
    while answer:
        answer = answer[os.write(descriptor, answer) :]
    os._exit(0)


def _answer(code: str, inputs: dict[str, Any]) -> dict[str, Any]:
    try:
        tree = ast.parse(code, CODE_NAME)
        paths: list[str] = []
        value = _plain(_result(tree, inputs), paths)
    except SyntaxError as error:
        return _failure("syntax", error, error.lineno)
    except MemoryError:
        return _failure("memory", MemoryError("out of memory"), None)
    except _ResultError as error:
        return _failure("result", error, None)
    except BaseException as error:  # SystemExit too: whatever ends the code is told
        return _failure("exception", error, _line(error))
    return {"value": value, "paths": paths}


def _result(tree: ast.Module, inputs: dict[str, Any]) -> Any:
    """Run a program; its result is that of `main`, or of its last expression."""
    last = tree.body[-1] if tree.body else None
    functions = [node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    names: dict[str, Any] = {"__name__": "__code__", "args": inputs}
    names.update({name: value for name, value in inputs.items() if name.isidentifier() and name != "main"})
    if "main" in functions or not isinstance(last, ast.Expr):
        exec(compile(tree, CODE_NAME, "exec"), names)  # noqa: S102  that is what this process is for
        return _waited(_called(names["main"], inputs)) if "main" in functions else None
    before = ast.Module(tree.body[:-1], tree.type_ignores)
    exec(compile(before, CODE_NAME, "exec"), names)  # noqa: S102  as above
    return eval(compile(ast.Expression(last.value), CODE_NAME, "eval"), names)  # noqa: S307  as above


def _called(function: Callable[..., Any], inputs: dict[str, Any]) -> Any:
    """Call `main` with the inputs that it names, or with all of them as its only argument."""
    wanted = inspect.signature(function).parameters.values()
    takes_all = any(one.kind is one.VAR_POSITIONAL for one in wanted)
    if takes_all or (len(wanted) == 1 and next(iter(wanted)).name not in inputs):
        return function(inputs)
    known = [one for one in wanted if one.name in inputs]
    in_order = [inputs[one.name] for one in known if one.kind is one.POSITIONAL_ONLY]
    return function(*in_order, **{one.name: inputs[one.name] for one in known if one.kind is not one.POSITIONAL_ONLY})


def _waited(value: Any) -> Any:
    return asyncio.run(value) if inspect.iscoroutine(value) else value


class _ResultError(Exception):
    """The result is not JSON; the message is a name of `code_runner` in `tools.executors`, and a value behind it."""


def _plain(value: Any, paths: list[str]) -> Any:
    """Return a result as JSON; a file that the code made becomes its place in `paths`."""
    if value is None or isinstance(value, str | bool):
        return value
    if isinstance(value, int | float):
        return _number(value)
    if isinstance(value, dict):
        if value.get("$type") == "file" and isinstance(value.get("path"), str):
            return _file(value, paths)
        return {key if isinstance(key, str) else str(key): _plain(inner, paths) for key, inner in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(inner, paths) for inner in value]
    if hasattr(value, "isoformat"):
        return value.isoformat()
    if hasattr(value, "tolist"):  # arrays and numbers of NumPy
        return _plain(value.tolist(), paths)
    raise _ResultError(f"no_json: {type(value).__name__}")


def _number(value: int | float) -> int | float:
    if isinstance(value, int) and abs(value) > _LARGEST_INTEGER:
        raise _ResultError("big_integer")
    if value - value != 0:
        raise _ResultError("not_finite")
    return value


def _file(value: dict[str, Any], paths: list[str]) -> dict[str, Any]:
    if "id" in value:  # one that was handed in
        return {name: one for name, one in value.items() if name != "path"}
    paths.append(value["path"])
    return {"$type": "file", "index": len(paths) - 1}


def _failure(kind: str, error: BaseException, line: int | None) -> dict[str, Any]:
    words = error.msg if isinstance(error, SyntaxError) else str(error)
    if kind in ("exception", "syntax"):
        words = f"{type(error).__name__}: {words}"
    return {"failed": {"kind": kind, "message": words[:_MAX_MESSAGE], "line": line}}


def _line(error: BaseException) -> int | None:
    """Return the innermost line of the code."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == CODE_NAME]
    return lines[-1] if lines else None


if __name__ == "__main__":
    main()
