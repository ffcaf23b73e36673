"""Resolves references: roots, node names and keys, fields. Shared by all templates."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from tools.core.definitions import JsonObject
from tools.core.formats.json_text import parse_json
from workflow_editor.errors import NodeError
from workflow_editor.graph.catalogue import LOADED_WORDS, ROOT_WORDS, TRIGGER_WORD
from workflow_editor.nodes.meanings import FIRST, NOW_HAS_A_ZONE
from workflow_editor.nodes.render_budget import Budget
from workflow_editor.triggers.schedules.zones import zone_named

RESULT: Final = "result"
CLOCK_WORDS: Final = frozenset({"now", "today"})
RESULT_ALIAS: Final = "结果"
"""Documents may ask for the field `result` by this name."""
_FENCE = re.compile(r"```[\w-]*[ \t]*\r?\n")


class Missing:
    """A missing value; `is_unknown` marks an unknown node instead of a missing field."""

    __slots__ = ("is_unknown",)

    def __init__(self, *, is_unknown: bool) -> None:
        self.is_unknown = is_unknown


ABSENT: Final = Missing(is_unknown=False)
UNKNOWN: Final = Missing(is_unknown=True)


class NodeNames:
    """Finds nodes by key and by displayed name.

    After `nodes.` a key takes precedence, so editor-inserted references survive renaming; a bare word is a name first.
    """

    def __init__(self, names_by_key: Mapping[str, str]) -> None:
        self._names = names_by_key
        self._keys = {name: key for key, name in names_by_key.items()}

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def name(self, key: str) -> str:
        return self._names[key]

    def after_nodes(self, segment: object) -> str | None:
        """Return the key of the node that `nodes.<segment>` means, or None."""
        if not isinstance(segment, str):
            return None
        return segment if segment in self._names else self._keys.get(segment)

    def bare(self, word: str) -> str | None:
        """Return the key of the node that a template's first word means, or None."""
        return self._keys.get(word) or (word if word in self._names else None)


class NodeValue:
    """A node's output in a lookup; without a field it is its result."""

    __slots__ = ("fields",)

    def __init__(self, fields: JsonObject) -> None:
        self.fields = fields

    def bare(self) -> object:
        """Return `result`, else `结果`, else the only field, else everything; ABSENT when there is no output."""
        for name in (RESULT, RESULT_ALIAS):
            if name in self.fields:
                return self.fields[name]
        if len(self.fields) == 1:
            return next(iter(self.fields.values()))
        return self.fields or ABSENT

    def member(self, name: object, budget: Budget) -> object:
        """Return a field, or a field inside a result that is an object or JSON text."""
        fields = with_result_alias(self.fields) if name == RESULT_ALIAS else self.fields
        if name in fields:
            return fields[str(name)]
        inside = self.bare()
        return ABSENT if inside is self.fields else member(inside, name, budget)


def with_result_alias(output: JsonObject) -> JsonObject:
    """Return an output with `result` available by both names."""
    return {RESULT_ALIAS: output[RESULT], **output} if RESULT in output else output


class NodesView:
    """Value of the word `nodes`; outputs are loaded lazily."""

    __slots__ = ("_load", "names")

    def __init__(self, names: NodeNames, load: Callable[[str], JsonObject | None]) -> None:
        self.names = names
        self._load = load

    def member(self, segment: object, budget: Budget) -> object:
        """Return the node's value, or UNKNOWN."""
        key = self.names.after_nodes(segment)
        return UNKNOWN if key is None else self.node(key)

    def node(self, key: str) -> NodeValue:
        """Return the value of a known node; empty when it has not run."""
        return NodeValue(self._load(key) or {})

    def everything(self) -> JsonObject:
        loaded = ((key, self._load(key)) for key in self.names)
        return {key: output for key, output in loaded if output is not None}


LoadWord = Callable[[str], JsonObject]


def no_meaning(word: str) -> JsonObject:
    """Return what a word means where nothing arrived and nothing is set."""
    return {}


class Roots(Mapping[str, object]):
    """First words of references: `inputs`, `nodes`, every node's name and key, and `LOADED_WORDS`.

    Args:
        load_word: returns the value of one of those.
        version: of the referring node's type, see `meanings`.
        zone: of `now` and `today`; by default the trigger's, else the installation's.
        of_pass: the pass that a container looks into, with its values as bare names.
    """

    __slots__ = ("_zone", "inputs", "load_word", "nodes", "of_pass", "version")

    def __init__(
        self,
        inputs: JsonObject,
        nodes: NodesView,
        load_word: LoadWord = no_meaning,
        version: int = FIRST,
        *,
        zone: str = "",
        of_pass: JsonObject | None = None,
    ) -> None:
        self._zone = zone
        self.inputs = inputs
        self.nodes = nodes
        self.load_word = load_word
        self.version = version
        self.of_pass = of_pass or {}

    def __getitem__(self, word: str) -> object:
        if word == "inputs":
            return self.inputs
        if word == "nodes":
            return self.nodes
        key = self.nodes.names.bare(word)
        if key is not None:
            return self.nodes.node(key)
        if word in LOADED_WORDS:
            return self.load_word(word)
        if word in CLOCK_WORDS and self.has_zone:
            return self.moment(word)
        raise KeyError(word)

    @property
    def has_zone(self) -> bool:
        """True if `now` and `today` use a zone instead of the process's."""
        return self.version >= NOW_HAS_A_ZONE

    def zone(self) -> ZoneInfo:
        named = self._zone or self.load_word(TRIGGER_WORD).get("timezone")
        try:
            return zone_named(named if isinstance(named, str) else "")
        except NodeError:
            return zone_named("")

    def moment(self, word: str) -> datetime | date:
        """Return what `now` or `today` means at this moment."""
        now = datetime.now(self.zone())
        return now if word == "now" else now.date()

    def __iter__(self) -> Iterator[str]:
        yield from ROOT_WORDS
        yield from self.nodes.names

    def __len__(self) -> int:
        return sum(1 for _ in self)


def walk(value: object, segments: Sequence[object], budget: Budget) -> object:
    """Follow the segments from a root's value; returns plain JSON or a `Missing`.

    Raises TooMuchHereError if a text on the way is JSON that takes too long to read.
    """
    for segment in segments:
        if isinstance(value, NodesView | NodeValue):
            value = value.member(segment, budget)
        else:
            value = member(value, segment, budget)
        if isinstance(value, Missing):
            return value
    if isinstance(value, NodeValue):
        return value.bare()
    return value.everything() if isinstance(value, NodesView) else value


def member(value: object, name: object, budget: Budget) -> object:
    """Return one member of a JSON value: a field, an index, `size`, `first`, `last`; a text that is JSON is opened."""
    container: Any = value
    if isinstance(value, str) and name != "size":
        budget.spend_json(len(value))
        container = json_in(value)
    try:
        return container[name]
    except (KeyError, IndexError, TypeError):
        return _derived(container, name)


def _derived(value: object, name: object) -> object:
    if name == "size" and isinstance(value, str | list | Mapping):
        return len(value)
    if name in ("first", "last") and isinstance(value, list) and value:
        return value[0 if name == "first" else -1]
    return ABSENT


def json_in(text: str) -> Any:
    """Return the JSON value that a text holds, also inside a code fence; None when it holds none."""
    body = text.strip()
    if (opening := _FENCE.match(body)) and body.endswith("```"):
        body = body[opening.end() : -3].strip()
    if not body.startswith(("{", "[")):
        return None
    try:
        return parse_json(body)
    except ValueError:
        return None


def to_text(value: object) -> str:
    """Write a value into a text: objects and lists as indented JSON, true and false in lower case, nothing as ""."""
    if isinstance(value, str):
        return value
    if value is None or isinstance(value, Missing):
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False, indent=2, default=str)
    return str(value)
