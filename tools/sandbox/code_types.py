"""Runs the sandbox's type checker on a script without executing it. No framework."""

import json
import keyword
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import pydantic_monty as monty

from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.sandbox.code_findings import CodeFinding, Severity, in_order
from tools.sandbox.pools import CHECK, session_in
from tools.sandbox.python_modules import external_modules

_BEGIN = "the_code_begins_here"
_HEAD = f"from typing import Any\ndef {_BEGIN}() -> None: ...\n"
_LIMITS = monty.ResourceLimits(max_feed_duration_secs=1, max_memory=64 * 1024 * 1024)
_MAX_FINDINGS = 100
_REMEMBERED = 64
"""Checks; one takes about 50 ms, and a tool that is stored is looked through twice."""
_CODES = {
    "unresolved-reference": "unknown_name",
    "unresolved-import": "unknown_module",
    "invalid-syntax": "syntax",
}
_RULES = {
    "unresolved-attribute": Text("no such attribute or method"),
    "unresolved-import": Text("cannot be imported"),
    "unsupported-operator": Text("the operator does not support these types"),
    "invalid-argument-type": Text("wrong argument type"),
    "invalid-assignment": Text("wrong type in assignment"),
    "invalid-return-type": Text("wrong return type"),
    "missing-argument": Text("an argument is missing"),
    "unknown-argument": Text("no such argument"),
    "too-many-positional-arguments": Text("too many positional arguments"),
    "parameter-already-assigned": Text("the argument is passed twice"),
    "call-non-callable": Text("the object cannot be called"),
    "not-iterable": Text("the object cannot be iterated"),
    "not-subscriptable": Text("the object has no items"),
    "index-out-of-bounds": Text("the index is out of bounds"),
    "possibly-unresolved-reference": Text("the variable may be undefined"),
}
_JSON_TYPES = {
    "string": "str",
    "number": "float",
    "integer": "int",
    "boolean": "bool",
    "array": "list[Any]",
    "object": "dict[str, Any]",
    "null": "None",
}


def type_findings(
    code: str,
    *,
    inputs: JsonObject,
    functions: Mapping[str, JsonObject | None],
    keeps_variables: bool = False,
) -> list[CodeFinding]:
    """Return the type checker's findings; none if it takes too long.

    Args:
        code: free of syntax errors.
        inputs: JSON Schema of `args`; its properties are variables too.
        functions: parameter JSON Schemas of callable functions; None if unknown.
        keeps_variables: an earlier run may define names, so unknown ones are only warnings.
    """
    stubs = _HEAD + _variables(inputs) + "".join(_function(name, schema) for name, schema in functions.items())
    return in_order(
        _finding(row, functions, keeps_variables) for row in _checked(code, stubs) if not _is_spoken(row["message"])
    )


def _is_spoken(complaint: str) -> bool:
    """Say whether the sandbox takes what the type checker does not."""
    return complaint.startswith("`return` statement outside")


@lru_cache(maxsize=_REMEMBERED)
def _checked(code: str, stubs: str) -> tuple[Mapping[str, Any], ...]:
    try:
        with session_in(
            CHECK,
            limits=_LIMITS,
            type_check=True,
            type_check_stubs=stubs,
            type_check_format="json",
            external_modules=external_modules(),
        ) as session:
            # The check comes before the first statement, and the first statement ends the run.
            session.feed_run(f"{_BEGIN}()\n{code}", external_lookup={_BEGIN: _end})
    except monty.MontyTypingError as error:
        return tuple(json.loads(error.display())[:_MAX_FINDINGS])
    except (monty.MontyError, TimeoutError):
        # Checked, and ended as above; or too deep, too long or too busy to be checked.
        return ()
    return ()


def _end() -> None:
    raise RuntimeError


def _finding(row: Mapping[str, Any], functions: Mapping[str, object], keeps_variables: bool) -> CodeFinding:
    rule, place = row["code"], row["location"]
    return CodeFinding(
        line=max(place["row"] - 1, 1),
        column=place["column"],
        code=_CODES.get(rule, rule.replace("-", "_")),
        message=_text(rule, row["message"], functions),
        severity=_severity(rule, keeps_variables),
    )


def _severity(rule: str, keeps_variables: bool) -> Severity:
    if rule == "unresolved-reference":
        return "warning" if keeps_variables else "error"
    return "error" if rule in _CODES else "warning"


def _text(rule: str, message: str, functions: Mapping[str, object]) -> Text:
    quoted = message.split("`")[1] if message.count("`") >= 2 else ""
    if rule == "unresolved-reference":
        known = ", ".join(functions) or "—"
        return Text("{quoted} is not defined. Granted functions: {known}.", quoted=quoted, known=known)
    if rule == "unresolved-import" and message.startswith("Cannot resolve imported module"):
        return Text("The sandbox has no module {quoted}.", quoted=quoted)
    # The checker's own words are English sentences; other languages get the rule before them.
    found = Text("{rule}: {message}.", rule=_RULES.get(rule, Text("type check")), message=message)
    return Text.of(**found.to_json() | {"en": f"{message}."})


def _variables(inputs: JsonObject) -> str:
    required = set(inputs.get("required", ()))
    lines = ["args: dict[str, Any]"]
    for name, schema in inputs.get("properties", {}).items():
        if _is_name(name):
            lines.append(f"{name}: {_type(schema)}{'' if name in required else ' | None'}")
    return "\n".join(lines) + "\n"


def _function(name: str, schema: JsonObject | None) -> str:
    properties: JsonObject = (schema or {}).get("properties", {})
    required = [parameter in (schema or {}).get("required", ()) for parameter in properties]
    # Not checked: parameters that Python cannot express, such as odd names, or a required one behind an optional one.
    if schema is None or not all(map(_is_name, properties)) or required != sorted(required, reverse=True):
        return f"def {name}(*args: Any, **kwargs: Any) -> Any: ...\n"
    written = (
        f"{parameter}: {_type(field)}{'' if must else ' | None = None'}"
        for (parameter, field), must in zip(properties.items(), required, strict=True)
    )
    return f"def {name}({', '.join(written)}) -> Any: ...\n"


def _is_name(text: str) -> bool:
    return text.isidentifier() and not keyword.iskeyword(text)


def _type(schema: JsonObject) -> str:
    kind = schema.get("type")
    if isinstance(kind, list):
        return " | ".join(_JSON_TYPES.get(one, "Any") for one in kind)
    if isinstance(kind, str):
        return _JSON_TYPES.get(kind, "Any")
    if variants := schema.get("anyOf"):
        return " | ".join(dict.fromkeys(_type(one) for one in variants))
    return "Any"
