"""Takes items through the steps of a List node."""

import json
import math
import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from statistics import fmean
from typing import Any

from tools.core.formats.dotted_path import value_at
from tools.core.text import Text
from workflow_editor.errors import NodeError
from workflow_editor.nodes.evaluation.condition_operators import OPERATORS, comparison, to_number
from workflow_editor.nodes.evaluation.value_key import value_key
from workflow_editor.nodes.lists.steps import ListStep
from workflow_editor.nodes.lookup import json_in, to_text
from workflow_editor.nodes.meanings import EXACT_EQUALITY, NAMES_COME_ONCE, NUMBERS_OR_REFUSED
from workflow_editor.nodes.ports import Variables

_DIGITS = re.compile(r"[0-9]+")
_PLACES = 20
"""Digits of a number within a text, so that 9 comes before 10."""
_LONGEST_KEY = 1000
"""Characters of a text that count when it is sorted."""

MAX_ITEMS = 100_000
_TOO_MANY = Text("Step {step} gives more than {most} items. Filter or limit the list before.", step=0, most=0)

_NO_NUMBER = Text("“{value}” is not a number. Filter it out, or write it as one such as 12.50.", value="")
PICKED_TWICE = Text(
    "Two picked fields are called “{name}”. Give one of them another name, as in city as town.", name=""
)
_SHOWN_CHARACTERS = 60

Items = list[Any]


def run_steps(items: Items, steps: Sequence[ListStep], variables: Variables) -> Items:
    """Return the items after all steps; the given ones are not changed.

    Raises NodeError: `list_too_long` for more than `MAX_ITEMS` at any point; `not_a_number` in a sum or average;
    `name_repeated` if two picked fields get one name.
    """
    for number, step in enumerate([None, *steps]):
        if step is not None:
            items = _STEPS[step.operation](items, step, variables)
        if len(items) > MAX_ITEMS:
            raise NodeError(_TOO_MANY.filled(step=number, most=MAX_ITEMS), code="list_too_long")
    return items


def as_list(value: Any) -> Items:
    """Read a value, also JSON in a text, as a list: nothing is empty, a single value is one item."""
    if value is None or value == "":
        return []
    if isinstance(value, str) and isinstance(found := json_in(value), list):
        return found
    return list(value) if isinstance(value, list) else [value]


def _filter(items: Items, step: ListStep, variables: Variables) -> Items:
    fits = comparison(step.operator, variables.version)
    wanted = variables.value(step.value) if OPERATORS[step.operator].takes_value else None
    return [item for item in items if fits(value_at(item, step.field), wanted)]


def _sort(items: Items, step: ListStep, variables: Variables) -> Items:
    return in_order(items, lambda item: value_at(item, step.field), descending=step.descending)


def _unique(items: Items, step: ListStep, variables: Variables) -> Items:
    firsts: dict[Hashable, Any] = {}
    key_of = _key(variables.version)
    for item in items:
        firsts.setdefault(key_of(value_at(item, step.field)), item)
    return list(firsts.values())


def _limit(items: Items, step: ListStep, variables: Variables) -> Items:
    return items[step.offset : step.offset + step.count]


def _pick(items: Items, step: ListStep, variables: Variables) -> Items:
    names = picked_fields(step.fields)
    if variables.version >= NAMES_COME_ONCE and (twice := repeated_field(names)):
        raise NodeError(PICKED_TWICE.filled(name=twice), code="name_repeated")
    return [{name: value_at(item, path) for path, name in names} for item in items]


def picked_fields(text: str) -> list[tuple[str, str]]:
    """Read `name, address.city as city` as paths with the names that they get."""
    pairs = (part.partition(" as ") for part in text.split(",") if part.strip())
    return [(path.strip(), name.strip() or path.strip()) for path, _, name in pairs]


def repeated_field(pairs: Sequence[tuple[str, str]]) -> str:
    """Return a name that two of the picked fields get; empty where all differ."""
    names = [name for _, name in pairs]
    return next((name for name in names if names.count(name) > 1), "")


def _group(items: Items, step: ListStep, variables: Variables) -> Items:
    return [{"key": key, "items": members} for key, members in _groups(items, step.field, variables.version)]


def _groups(items: Items, path: str, version: int) -> list[tuple[Any, Items]]:
    """Group items by value, in order of first occurrence."""
    groups: dict[Hashable, tuple[Any, Items]] = {}
    key_of = _key(version)
    for item in items:
        key = value_at(item, path)
        groups.setdefault(key_of(key), (key, []))[1].append(item)
    return list(groups.values())


def _key(version: int) -> Callable[[Any], Hashable]:
    return value_key if version >= EXACT_EQUALITY else identity


def _summarize(items: Items, step: ListStep, variables: Variables) -> Items:
    version = variables.version
    summaries = _SUMMARIES | (_NUMBERS_ALONE if version >= NUMBERS_OR_REFUSED else {})

    def summary(members: Items) -> Any:
        return summaries[step.summary]([value_at(item, step.field) for item in members])

    if not step.by:
        return [{step.summary: summary(items)}]
    name = step.by.rpartition(".")[2]
    return [{name: key, step.summary: summary(members)} for key, members in _groups(items, step.by, version)]


def _numbers(values: Items) -> list[float | int]:
    return [number for number in map(to_number, values) if number is not None]


def _only_numbers(values: Items) -> list[float | int]:
    """Return the numbers, without empty values. Raises NodeError (`not_a_number`) for anything else."""
    given = [value for value in values if value not in (None, "")]
    for value in given:
        if to_number(value) is None:
            raise NodeError(_NO_NUMBER.filled(value=to_text(value)[:_SHOWN_CHARACTERS]), code="not_a_number")
    return _numbers(given)


def _sum(numbers: Sequence[float | int]) -> float | int:
    return sum(numbers) if all(isinstance(number, int) for number in numbers) else math.fsum(numbers)


def _average(numbers: Sequence[float | int]) -> float | int | None:
    """Return the mean, exact where it is whole."""
    if not numbers:
        return None
    total = _sum(numbers)
    return total // len(numbers) if total % len(numbers) == 0 else total / len(numbers)


_NUMBERS_ALONE: dict[str, Callable[[Items], Any]] = {
    "sum": lambda values: _sum(_only_numbers(values)),
    "average": lambda values: _average(_only_numbers(values)),
}
_SUMMARIES: dict[str, Callable[[Items], Any]] = {
    "count": lambda values: sum(1 for value in values if value is not None),
    "sum": lambda values: _sum(_numbers(values)),
    "average": lambda values: fmean(_numbers(values)) if _numbers(values) else None,
    "minimum": lambda values: next(iter(in_order(values, _itself, descending=False)), None),
    "maximum": lambda values: next(iter(in_order(values, _itself, descending=True)), None),
    "first": lambda values: values[0] if values else None,
    "last": lambda values: values[-1] if values else None,
    "texts": lambda values: ", ".join(to_text(value) for value in values if value is not None),
}


def _itself(value: Any) -> Any:
    return value


def _join(items: Items, step: ListStep, variables: Variables) -> Items:
    others = as_list(variables.value(step.other))
    if not step.field and not step.other_field:
        return _by_position(items, others, step)
    key_of = _key(variables.version)
    keys = [key_of(value_at(other, step.other_field or step.field)) for other in others]
    partners: dict[Hashable, Items] = {}
    for key, other in zip(keys, others, strict=True):
        partners.setdefault(key, []).append(other)
    joined: Items = []
    met: set[Hashable] = set()
    for item in items:
        key = key_of(value_at(item, step.field or step.other_field))
        found = partners.get(key)
        if found is not None:
            met.add(key)
            joined += [_merged(item, other) for other in found]
        elif step.joining != "both":
            joined.append(item)
        if len(joined) > MAX_ITEMS:
            return joined
    if step.joining == "all":
        joined += [other for key, other in zip(keys, others, strict=True) if key not in met]
    return joined


def _by_position(items: Items, others: Items, step: ListStep) -> Items:
    pairs = [_merged(item, other) for item, other in zip(items, others, strict=False)]
    rest = items[len(pairs) :] if step.joining != "both" else []
    return pairs + rest + (others[len(pairs) :] if step.joining == "all" else [])


def _merged(item: Any, other: Any) -> Any:
    """Fields of both, of which those of the first list win."""
    if isinstance(item, dict) and isinstance(other, dict):
        return {**other, **item}
    return {"left": item, "right": other}


def _append(items: Items, step: ListStep, variables: Variables) -> Items:
    return items + as_list(variables.value(step.other))


def _split(items: Items, step: ListStep, variables: Variables) -> Items:
    return [items[at : at + step.count] for at in range(0, len(items), step.count)]


def _flatten(items: Items, step: ListStep, variables: Variables) -> Items:
    flat: Items = []
    for item in items:
        flat += as_list(value_at(item, step.field))
        if len(flat) > MAX_ITEMS:
            break
    return flat


_STEPS: Mapping[str, Callable[[Items, ListStep, Variables], Items]] = {
    "filter": _filter,
    "sort": _sort,
    "unique": _unique,
    "limit": _limit,
    "pick": _pick,
    "group": _group,
    "summarize": _summarize,
    "join": _join,
    "append": _append,
    "split": _split,
    "flatten": _flatten,
}


def identity(value: Any) -> str:
    """Return equal texts for values that nodes of the first version consider equal.

    1, 1.0 and "1" are equal, "a" and "A" are not.
    """
    number = to_number(value)
    if number is not None:
        return repr(float(number)) if abs(number) < 2**53 else repr(number)
    return (
        json.dumps(value, sort_keys=True, ensure_ascii=False, default=str)
        if isinstance(value, dict | list)
        else to_text(value)
    )


def in_order(items: Iterable[Any], value_of: Callable[[Any], Any], *, descending: bool) -> list[Any]:
    """Sort by a value: numbers before texts, texts as people do ("item 9" before "item 10"), nothing at the end."""
    keyed = [(value_of(item), item) for item in items]
    some = [pair for pair in keyed if not _is_nothing(pair[0])]
    some.sort(key=lambda pair: _sort_key(pair[0]), reverse=descending)
    return [item for _, item in some] + [item for value, item in keyed if _is_nothing(value)]


def _is_nothing(value: Any) -> bool:
    return value is None or value == ""


def _sort_key(value: Any) -> tuple[Any, ...]:
    number = to_number(value)
    if number is not None:
        return (0, number)
    text = to_text(value)[:_LONGEST_KEY].casefold()
    return (1, _DIGITS.sub(lambda digits: digits.group().zfill(_PLACES), text))
