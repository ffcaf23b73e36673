"""Random graphs, the same for the same seed: every node type, hostile names and values, containers, policies."""

import random
from collections.abc import Mapping
from typing import Any

from tests.factories.documents import node
from tools.core.naming.visible_name import shown_name
from workflow_editor.nodes.registry import builtin_registry

JsonObject = dict[str, Any]
_WORDS = (
    "",
    " ",
    "tea",
    "结果",
    "é\u0301",
    "{{ nodes.n0.x }}",
    '"\\/',
    "\u2028",
    "👩‍🚀",
    "a\n\tb",
    "0",
    "null",
    "__proto__",
)
_NUMBERS = (0, -1, 7, 0.1, 1e-9, 2**53, 1.5e20, 12345678.9)
_CONTAINERS = ("iteration", "loop", "group")


def random_document(seed: int) -> JsonObject:
    """Return a document of up to 15 nodes with edges between them."""
    chance = random.Random(seed)  # noqa: S311 - the same graphs each time
    kinds = {kind["id"]: kind for kind in builtin_registry().catalogue()}
    nodes = [_node(chance, index, kinds) for index in range(chance.randint(0, 15))]
    containers = [one["key"] for one in nodes if one["type"] in _CONTAINERS]
    for index, one in enumerate(nodes):
        # Only what comes later lies inside, so that no container lies in itself.
        around = [key for key in containers if int(key[1:]) < index]
        if around and kinds[one["type"]]["role"] not in ("start", "end", "trigger") and chance.random() < 0.4:
            one["parent"] = chance.choice(around)
    return {"schema_version": 1, "nodes": nodes, "edges": _edges(chance, nodes, kinds)}


def _node(chance: random.Random, index: int, kinds: Mapping[str, JsonObject]) -> JsonObject:
    key = f"n{index}"
    name = f"{shown_name(chance.choice(_WORDS), 'Node')} {index}"
    # There is one start.
    kind = kinds["start" if index == 0 else chance.choice(sorted(kinds.keys() - {"start"}))]
    made = node(key, kind["id"], _config(chance, kind), name=name, bypass=chance.random() < 0.2)
    made["position"] = {axis: chance.choice((0, -320.5, 1e4, chance.uniform(-9, 9))) for axis in ("x", "y")}
    if chance.random() < 0.2:
        made["pinned_output"] = _object(chance)
    if chance.random() < 0.2:
        made["policy"] = {
            "timeoutS": chance.choice((None, 0.5, 60.0)),
            "attempts": chance.randint(2, 10),
            "backoffS": 1.0,
            "maxBackoffS": chance.uniform(1, 3600),
            "onError": "default",
            "defaultOutput": _object(chance),
        }
    return made


def _config(chance: random.Random, kind: JsonObject) -> JsonObject:
    """Return the initial config of the type, or its example, with hostile words in free texts."""
    config: JsonObject = chance.choice((kind["default_config"], (kind["example"] or {}).get("config", {}), {}))
    if kind["id"] == "tool":
        # The address of its example would be a secret of the tool.
        config = {}
    fields = kind["config_schema"]["properties"]
    texts = {name for name, field in fields.items() if field.get("type") == "string" and "Secret" not in name}
    free = {name for name in texts if fields[name].keys().isdisjoint({"enum", "pattern", "minLength"})}
    if kind["category"] == "trigger":
        # Names that visitors read.
        free -= {"title", "button"}
    return {
        name: chance.choice(_WORDS)[: fields[name].get("maxLength")] if name in free and chance.random() < 0.5 else one
        for name, one in config.items()
    }


def _edges(chance: random.Random, nodes: list[JsonObject], kinds: Mapping[str, JsonObject]) -> list[JsonObject]:
    begins = [one for one in nodes if _has_port(kinds[one["type"]]["outputs"], "out")]
    ends = [one for one in nodes if _has_port(kinds[one["type"]]["inputs"], "in")]
    pairs = [
        (a["key"], b["key"])
        for a in begins
        for b in ends
        if a["parent"] == b["parent"] and int(a["key"][1:]) < int(b["key"][1:])
    ]
    chosen = chance.sample(pairs, min(len(pairs), chance.randint(0, 20)))
    return [
        {"id": f"e{at}", "source": source, "source_port": "out", "target": target, "target_port": "in"}
        for at, (source, target) in enumerate(chosen)
    ]


def _has_port(ports: list[JsonObject], port: str) -> bool:
    return any(one["id"] == port and one["show_if"] is None for one in ports)


def _object(chance: random.Random) -> JsonObject:
    return {f"{chance.choice(_WORDS)}{at}": _value(chance, 3) for at in range(chance.randint(0, 5))}


def _value(chance: random.Random, depth: int) -> Any:
    kind = chance.randint(0, 7 if depth else 4)
    if kind <= 1:
        return chance.choice(_WORDS)
    if kind <= 2:
        return chance.choice(_NUMBERS)
    if kind <= 4:
        return chance.choice((True, False, None))
    if kind <= 5:
        return [_value(chance, depth - 1) for _ in range(chance.randint(0, 4))]
    return {chance.choice(_WORDS): _value(chance, depth - 1) for _ in range(chance.randint(0, 4))}
