"""Fields that hold JSON: names that come twice in what a person has written."""

import pytest

from tests.doubles.node_harness import NodeHarness
from workflow_editor.errors import NodeError
from workflow_editor.nodes.fields.json_field import json_value

TWICE = '{"a": 1, "a": 2}'


def test_a_name_that_comes_twice_is_refused() -> None:
    with pytest.raises(NodeError) as refused:
        json_value('{"a": 1, "b": {{ inputs.x | json }}, "a": 2}', NodeHarness({"x": [1]}).variables())
    assert (refused.value.code, "“a”" in refused.value.text.en) == ("name_repeated", True)


def test_what_a_service_has_written_is_read_as_it_comes() -> None:
    variables = NodeHarness({"x": TWICE}).variables()
    assert json_value("{{ inputs.x }}", variables) == {"a": 2}
    assert json_value('{"text": "{{ inputs.x }}"}', variables) == {"text": TWICE}
