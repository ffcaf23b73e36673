"""Takes items through the steps of a List node."""

import math
from collections.abc import Callable, Mapping, Sequence
from statistics import fmean
from typing import Any

from tools.core.dotted_path import value_at
from tools.core.text import Text
from workflow_editor.errors import NodeError
from workflow_editor.nodes.condition_operators import OPERATORS, to_number
from workflow_editor.nodes.lists.order import identity, in_order
from workflow_editor.nodes.lists.steps import ListStep
from workflow_editor.nodes.lookup import json_in, to_text

MAX_ITEMS = 100_000
_TOO_MANY = Text("Step {step} gives more than {most} items. Filter or limit the list before.", step=0, most=0)

Items = list[Any]
Values = Callable[[str], Any]
"""What a template of a step stands for."""


def run_steps(items: Items, steps: Sequence[ListStep], value: Values) -> Items:
    """Return what is left of the items after all steps; the given ones are not changed.

    Raises:
        NodeError: (`list_too_long`) there are more than `MAX_ITEMS` somewhere on the way.
    """
    for number, step in enumerate([None, *steps]):
        if step is not None:
            items = _STEPS[step.operation](items, step, value)
        if len(items) > MAX_ITEMS:
            raise NodeError(_TOO_MANY.filled(step=number, most=MAX_ITEMS), code="list_too_long")
    return items


def as_list(value: Any) -> Items:
    """Read a value, also JSON in a text, as a list: nothing is no item, and whatever is no list is one."""
    if value is None or value == "":
        return []
    if isinstance(value, str) and isinstance(found := json_in(value), list):
        return found
    return list(value) if isinstance(value, list) else [value]


def _filter(items: Items, step: ListStep, value: Values) -> Items:
    operator = OPERATORS[step.operator]
    wanted = value(step.value) if operator.takes_value else None
    return [item for item in items if operator.evaluate(value_at(item, step.field), wanted)]


def _sort(items: Items, step: ListStep, value: Values) -> Items:
    return in_order(items, lambda item: value_at(item, step.field), descending=step.descending)


def _unique(items: Items, step: ListStep, value: Values) -> Items:
    firsts: dict[str, Any] = {}
    for item in items:
        firsts.setdefault(identity(value_at(item, step.field)), item)
    return list(firsts.values())


def _limit(items: Items, step: ListStep, value: Values) -> Items:
    return items[step.offset : step.offset + step.count]


def _pick(items: Items, step: ListStep, value: Values) -> Items:
    names = picked_fields(step.fields)
    return [{name: value_at(item, path) for path, name in names} for item in items]


def picked_fields(text: str) -> list[tuple[str, str]]:
    """Read `name, address.city as city` as paths with the names that they get."""
    pairs = (part.partition(" as ") for part in text.split(",") if part.strip())
    return [(path.strip(), name.strip() or path.strip()) for path, _, name in pairs]


def _group(items: Items, step: ListStep, value: Values) -> Items:
    return [{"key": key, "items": members} for key, members in _groups(items, step.field)]


def _groups(items: Items, path: str) -> list[tuple[Any, Items]]:
    """Items with the same value together, in the order in which the values come first."""
    groups: dict[str, tuple[Any, Items]] = {}
    for item in items:
        key = value_at(item, path)
        groups.setdefault(identity(key), (key, []))[1].append(item)
    return list(groups.values())


def _summarize(items: Items, step: ListStep, value: Values) -> Items:
    def summary(members: Items) -> Any:
        return _SUMMARIES[step.summary]([value_at(item, step.field) for item in members])

    if not step.by:
        return [{step.summary: summary(items)}]
    name = step.by.rpartition(".")[2]
    return [{name: key, step.summary: summary(members)} for key, members in _groups(items, step.by)]


def _numbers(values: Items) -> list[float]:
    return [number for number in map(to_number, values) if number is not None]


def _sum(values: Items) -> Any:
    numbers = _numbers(values)
    return sum(numbers) if all(isinstance(number, int) for number in numbers) else math.fsum(numbers)


_SUMMARIES: Mapping[str, Callable[[Items], Any]] = {
    "count": lambda values: sum(1 for value in values if value is not None),
    "sum": _sum,
    "average": lambda values: fmean(_numbers(values)) if _numbers(values) else None,
    "minimum": lambda values: next(iter(in_order(values, _itself, descending=False)), None),
    "maximum": lambda values: next(iter(in_order(values, _itself, descending=True)), None),
    "first": lambda values: values[0] if values else None,
    "last": lambda values: values[-1] if values else None,
    "texts": lambda values: ", ".join(to_text(value) for value in values if value is not None),
}


def _itself(value: Any) -> Any:
    return value


def _join(items: Items, step: ListStep, value: Values) -> Items:
    others = as_list(value(step.other))
    if not step.field and not step.other_field:
        return _by_position(items, others, step)
    key_of = [identity(value_at(other, step.other_field or step.field)) for other in others]
    partners: dict[str, Items] = {}
    for key, other in zip(key_of, others, strict=True):
        partners.setdefault(key, []).append(other)
    joined: Items = []
    met: set[str] = set()
    for item in items:
        key = identity(value_at(item, step.field or step.other_field))
        found = partners.get(key)
        if found is not None:
            met.add(key)
            joined += [_merged(item, other) for other in found]
        elif step.joining != "both":
            joined.append(item)
        if len(joined) > MAX_ITEMS:
            return joined
    if step.joining == "all":
        joined += [other for key, other in zip(key_of, others, strict=True) if key not in met]
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


def _append(items: Items, step: ListStep, value: Values) -> Items:
    return items + as_list(value(step.other))


def _split(items: Items, step: ListStep, value: Values) -> Items:
    return [items[at : at + step.count] for at in range(0, len(items), step.count)]


def _flatten(items: Items, step: ListStep, value: Values) -> Items:
    flat: Items = []
    for item in items:
        flat += as_list(value_at(item, step.field))
        if len(flat) > MAX_ITEMS:
            break
    return flat


_STEPS: Mapping[str, Callable[[Items, ListStep, Values], Items]] = {
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
