"""Whatever key a node has, it is found in every language of references and survives export and import."""

import json
import random
import re
import string
from collections.abc import Iterator
from typing import Any

import pytest

from tests.factories.documents import node
from workflow_editor.cassettes.json_path import value_at
from workflow_editor.errors import InvalidInputError
from workflow_editor.graph.document import KEY_PATTERN, Document
from workflow_editor.graph.limits import MAX_KEY
from workflow_editor.graph.operations import apply_operations, build_document
from workflow_editor.nodes.lookup import NodeNames
from workflow_editor.nodes.registry import builtin_registry
from workflow_editor.nodes.variables import RunVariables

LIQUID_OR_ROOT = set(
    "true false nil null empty blank and or contains not in offset limit reversed cols continue with for as if else "
    "required now today inputs nodes".split()
)
"""Words that mean something else when they stand first in a template."""
CEL_WORDS = set(
    "true false null in as break const continue else for function if import let loop package namespace return var void "
    "while".split()
)
_SIGNS = string.ascii_letters + string.digits + "_"
BEGINNINGS = ["1st", "1e5", "0x1f", "7_", "12a", "2nd_step", "0b1", "1u", "007a", "_1", "a1"]


def _keys(count: int) -> Iterator[str]:
    draw = random.Random(13)  # noqa: S311  not for secrets
    while count:
        # Short ones are often words of a language, or numbers in some notation.
        key = "".join(draw.choices(_SIGNS, k=draw.choice([1, 2, 3, 4, 8, MAX_KEY])))
        if re.fullmatch(KEY_PATTERN, key):
            count -= 1
            yield key


def _check(key: str) -> None:
    names = NodeNames({key: "A name", "other": "Other"})
    variables = RunVariables({}, names, lambda asked: {"x": "found", "n": 4} if asked == key else None)
    quoted = json.dumps(key)
    for path in (f"nodes.{key}.x", f"nodes[{quoted}].x", *([f"{key}.x"] if key not in LIQUID_OR_ROOT else [])):
        for template in (
            f"{{{{ {path} }}}}",
            f"{{% if {path} == 'found' %}}{{{{ {path} | append: '' }}}}{{% endif %}}",
        ):
            assert variables.render(template) == "found", template
    assert variables.evaluate(f"nodes[{quoted}].x + nodes[{quoted}].x") == "foundfound"
    if key not in CEL_WORDS:
        assert variables.evaluate(f"nodes.{key}.n + 1") == 5
    assert value_at({"nodes": {key: 1}}, f"$.nodes.{key}") == 1


@pytest.mark.parametrize("key", BEGINNINGS)
def test_keys_that_look_like_numbers_are_found(key: str) -> None:
    _check(key)


def test_every_key_is_found_in_every_language() -> None:
    for key in _keys(400):
        _check(key)


def test_every_key_is_stored_and_comes_back() -> None:
    registry = builtin_registry()
    for key in {*_keys(200), *BEGINNINGS}:
        added = apply_operations(Document(), [{"op": "add_node", "node": node(key, "start")}], registry).document
        assert [one.key for one in added.nodes] == [key]
        assert build_document(json.loads(added.model_dump_json()), registry) == added


@pytest.mark.parametrize("key", ["", "1", "2024", "a-b", "1-a", "a b", "é", "a\n", "a" * 65, "1" * 64 + "a"])
def test_other_keys_are_refused(key: str) -> None:
    operation: dict[str, Any] = {"op": "add_node", "node": {**node("a", "start"), "key": key}}
    with pytest.raises(InvalidInputError) as refused:
        apply_operations(Document(), [operation], builtin_registry())
    assert refused.value.details["errors"][0]["pointer"] == "/operations/0/key"
