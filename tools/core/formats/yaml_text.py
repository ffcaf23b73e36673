"""Writes YAML, and reads untrusted YAML as JSON values within depth and size limits. Pure.

Aliases are shared and cheap, but unfold to any size as JSON. So values count each time they are named, unless the
caller never writes them.
"""

import json
import re
from functools import cache
from math import inf, isfinite
from typing import TYPE_CHECKING, Any

from tools.core.formats.format_error import FormatError, malformed, too_deep
from tools.core.formats.json_text import MAX_DEPTH, NOT_A_NUMBER
from tools.core.text import Text

if TYPE_CHECKING:
    from yaml import CSafeDumper, CSafeLoader

MAX_VALUES = 1_000_000
_TOO_LARGE = Text("The YAML holds more than {most} values. Use less of it.", most=0)
_MAX_SHOWN = 64
_SCALARS = {
    "null": (re.compile(r"(?:~|null|Null|NULL|)\Z"), ["~", "n", "N", ""]),
    "bool": (re.compile(r"(?:true|True|TRUE|false|False|FALSE)\Z"), "tTfF"),
    "int": (re.compile(r"(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)\Z"), "-+0123456789"),
    "float": (
        re.compile(
            r"(?:[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))\Z"
        ),
        "-+.0123456789",
    ),
}
"""Plain texts that are no texts, with the signs that they begin with. Source: YAML 1.2.2, 10.3.2 "Tag Resolution"."""


def parse_yaml(content: str | bytes, max_values: float = MAX_VALUES, *, allows_infinity: bool = False) -> Any:
    """Parse a document; dates, `on` and `no` are texts, as in JSON and YAML 1.2. Duplicate keys are refused.

    `max_values` bounds unfolded aliases; infinity for callers that keep them shared. Raises FormatError if it is not a
    single YAML document, nested too deeply, larger, or holds an infinity or a NaN, which JSON has not.
    """
    import yaml

    try:
        _check_size(content, max_values)
        return yaml.load(content, Loader=_loader(allows_infinity))  # noqa: S506 - a kind of SafeLoader
    except RecursionError as error:
        raise too_deep("YAML", MAX_DEPTH) from error
    except (yaml.YAMLError, TypeError) as error:
        mark, reason = getattr(error, "problem_mark", None), getattr(error, "problem", None)
        line, column = (mark.line + 1, mark.column + 1) if mark else (None, None)
        raise malformed("YAML", line=line, column=column, reason=reason or str(error).partition("\n")[0]) from error


def to_yaml(value: Any) -> str:
    """Return a value as YAML, with its fields in their order."""
    import yaml

    # Equal texts of a parsed value may be one object, which YAML would write as an alias.
    plain = json.loads(json.dumps(value))
    return str(yaml.dump(plain, Dumper=_dumper(), allow_unicode=True, sort_keys=False))


def _check_size(content: str | bytes, max_values: float) -> None:
    """Refuse what is nested too deeply, since the loader, which is in C, would end the process, or unfolds too far."""
    import yaml

    sizes: dict[str, float] = {}
    open_ones: list[tuple[str | None, float]] = [(None, 0)]
    for event in yaml.parse(content, Loader=yaml.CSafeLoader):
        if isinstance(event, yaml.CollectionStartEvent):
            open_ones.append((event.anchor, 1))
            if len(open_ones) > MAX_DEPTH + 1:
                raise too_deep("YAML", MAX_DEPTH)
            continue
        if isinstance(event, yaml.CollectionEndEvent):
            anchor, size = open_ones.pop()
        elif isinstance(event, yaml.ScalarEvent):
            anchor, size = event.anchor, 1
        elif isinstance(event, yaml.AliasEvent):
            # An alias of itself has no size yet, and none at all.
            anchor, size = None, sizes.get(event.anchor or "", inf)
        else:
            continue
        if anchor is not None:
            sizes[anchor] = size
        outer, so_far = open_ones[-1]
        open_ones[-1] = (outer, so_far + size)
        if so_far + size > max_values:
            raise FormatError(_TOO_LARGE.filled(most=max_values))


@cache
def _dumper() -> "type[CSafeDumper]":
    """Return a safe dumper that quotes texts which YAML 1.2 would read as something else; it knows 1.1 alone."""
    from yaml import CSafeDumper

    class TextDumper(CSafeDumper):
        pass

    def represent(dumper: Any, text: str) -> Any:
        is_read_otherwise = any(pattern.match(text) for pattern, _ in _SCALARS.values())
        return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="'" if is_read_otherwise else None)

    TextDumper.add_representer(str, represent)
    return TextDumper


@cache
def _loader(allows_infinity: bool) -> "type[CSafeLoader]":
    """Return a safe loader of the core schema of YAML 1.2, without merge keys (`<<`): a few unfold to any size."""
    from yaml import CSafeLoader
    from yaml.constructor import ConstructorError

    class JsonLoader(CSafeLoader):
        yaml_implicit_resolvers = {}

        def construct_mapping(self, node: Any, deep: bool = False) -> Any:
            found: dict[str, Any] = {}
            for name, value in node.value:
                key = self.construct_object(name, deep=True)
                if isinstance(key, list | dict):
                    raise ConstructorError(None, None, "a key is a list or an object", name.start_mark)
                # As JSON writes it: 1 and "1" are one name, 1 and true are two.
                text = key if isinstance(key, str) else json.dumps(key)
                if text in found:
                    raise ConstructorError(None, None, f"the key {text[:_MAX_SHOWN]!r} comes twice", name.start_mark)
                found[text] = self.construct_object(value, deep=deep)
            return found

    for kind, (pattern, signs) in _SCALARS.items():
        JsonLoader.add_implicit_resolver(f"tag:yaml.org,2002:{kind}", pattern, list(signs))
    JsonLoader.add_constructor("tag:yaml.org,2002:int", _integer)
    if not allows_infinity:
        JsonLoader.add_constructor("tag:yaml.org,2002:float", _finite)
    return JsonLoader


def _integer(loader: Any, node: Any) -> int:
    text = loader.construct_scalar(node)
    base = {"0o": 8, "0x": 16}.get(text[:2], 10)
    return int(text, base) if base == 10 else int(text[2:], base)


def _finite(loader: Any, node: Any) -> float:
    # Here, since a walk through the value would unfold its aliases.
    number: float = loader.construct_yaml_float(node)
    if not isfinite(number):
        raise FormatError(NOT_A_NUMBER)
    return number
