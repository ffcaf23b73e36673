"""Readable errors of CEL expressions. Pure."""

import re

from tools.core.text import Text

_MAX_SHOWN = 64
_UNEXPECTED = re.compile(r"(?:input|at:|syntax:|identifier:) (?P<found>.+)")
_UNDEFINED = re.compile(r"Undefined variable or function: '(?P<name>[^']*)'")
_FUNCTION = re.compile(r"Function '(?P<name>[^']*)' error: (?P<reason>.*?)\.? Check function arguments.*", re.DOTALL)
_OPERATION = re.compile(r"Unsupported operation: (?P<operation>[^.]*)\.")
_POSITION = re.compile(r"ERROR: <input>:(?P<line>\d+):(?P<column>\d+): (?P<reason>[^\n]*)")
_CONVERT = Text("Convert them first, for example with int(…), double(…) or string(…).")


def syntax_error(message: str) -> Text:
    """Return the text for an expression that cannot be read; `message` is the parser's."""
    found = _POSITION.search(message)
    if found is None:
        return Text("The expression cannot be read.")
    line, column, reason = found["line"], found["column"], found["reason"].removeprefix("Syntax error: ")
    reason = reason.partition(" expecting ")[0]
    if "Recursion limit" in reason:
        return Text("The expression is nested too deeply. Split it up.")
    if "<EOF>" in reason or reason.startswith("Incomplete"):
        return Text("The expression ends too early; something is missing after it.")
    if unexpected := _UNEXPECTED.search(reason):
        rest = unexpected["found"].removeprefix("'").removesuffix("'").strip()
        reason = Text("“{rest}” cannot be used here", rest=rest[:_MAX_SHOWN])
    return Text(
        "The expression has an error at line {line}, column {column}: {reason}.",
        line=line,
        column=column,
        reason=reason,
    )


def failure(error: Exception) -> Text:
    """Return the text for an expression that cannot be evaluated; `error` is the library's."""
    reason = str(error).strip().rstrip(".")
    match error:
        case KeyError():
            name = str(error.args[0]) if error.args else ""
            return Text("The expression uses “{name}”, which does not exist. Check with has(…) first.", name=name)
        case IndexError():
            return Text("The expression reads beyond the end of a list. Check with size(…) first.")
        case ZeroDivisionError():
            return Text("The expression divides by zero. Check the divisor first.")
        case OverflowError():
            return Text("A number in the expression is out of range. Use a smaller one.")
        case TypeError() if found := _OPERATION.match(reason):
            operation = found["operation"]
            return Text("The expression cannot compute {operation}. {convert}", operation=operation, convert=_CONVERT)
        case TypeError():
            return Text("The types of values in the expression do not go together. {convert}", convert=_CONVERT)
    if undefined := _UNDEFINED.match(reason):
        return Text(
            "“{name}” does not exist in expressions, or not for such values. Check names and types.",
            name=undefined["name"],
        )
    if function := _FUNCTION.fullmatch(reason):
        return Text(
            "The function {name} of the expression failed: {reason}.", name=function["name"], reason=function["reason"]
        )
    return Text("The expression failed: {reason}.", reason=reason)


def too_long(most: int) -> Text:
    return Text("The expression is longer than {most:,} characters. Shorten it.", most=most)
