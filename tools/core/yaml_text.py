"""Writes YAML, and reads it from outside: as JSON values, no deeper and no larger than a limit. Pure.

Aliases share what they name, and cost nothing; written as JSON, a few of them unfold to any size. So values count as
often as they are named, unless the caller never writes them.
"""

import json
import re
from math import inf
from typing import TYPE_CHECKING, Any

from tools.core.format_error import FormatError, malformed, too_deep
from tools.core.json_text import MAX_DEPTH
from tools.core.text import Text

if TYPE_CHECKING:
    from yaml import CSafeLoader

MAX_VALUES = 1_000_000
_TOO_LARGE = Text("The YAML holds more than {most} values. Use less of it.", most=0)
_BOOLEAN = re.compile("^(?:true|True|TRUE|false|False|FALSE)$")


def parse_yaml(content: str | bytes, max_values: float = MAX_VALUES) -> Any:
    """Return the value of a document; dates, `on` and `no` are texts, as JSON and YAML 1.2 have it.

    Args:
        max_values: what aliases may unfold to; infinity for who keeps them shared.
    Raises:
        FormatError: it is not YAML, or several documents, nested too deeply, or larger than `max_values`.
    """
    import yaml

    try:
        _check_size(content, max_values)
        return yaml.load(content, Loader=_loader())  # noqa: S506 - a kind of SafeLoader
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
    return str(yaml.dump(plain, Dumper=yaml.CSafeDumper, allow_unicode=True, sort_keys=False))


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
            # What names itself has no size yet, and none at all.
            anchor, size = None, sizes.get(event.anchor or "", inf)
        else:
            continue
        if anchor is not None:
            sizes[anchor] = size
        outer, so_far = open_ones[-1]
        open_ones[-1] = (outer, so_far + size)
        if so_far + size > max_values:
            raise FormatError(_TOO_LARGE.filled(most=max_values))


def _loader() -> "type[CSafeLoader]":
    """Return a safe loader without merge keys (`<<`): a few of them unfold to any size."""
    from yaml import CSafeLoader

    plain = {
        sign: [pair for pair in resolvers if pair[0].rpartition(":")[2] in {"null", "int", "float"}]
        for sign, resolvers in CSafeLoader.yaml_implicit_resolvers.items()
    }
    loader: type[CSafeLoader] = type("_JsonLoader", (CSafeLoader,), {"yaml_implicit_resolvers": plain})
    loader.add_implicit_resolver("tag:yaml.org,2002:bool", _BOOLEAN, list("tTfF"))
    return loader
