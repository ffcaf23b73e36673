"""Nothing found is no failure: no policy about failures applies to it."""

from typing import Any

import pytest

from tests.factories.documents import node
from tests.factories.run_documents import chain
from tools.core.text import Text
from workflow_editor.engine.failures import after_failure
from workflow_editor.engine.plan import compile_plan
from workflow_editor.engine.state import FinishedNode, NodeFailure
from workflow_editor.errors import NOTHING_FOUND
from workflow_editor.graph.document import Document
from workflow_editor.nodes.registry import read_graph


@pytest.mark.parametrize(
    "policy", [{}, {"attempts": 3}, {"onError": "port"}, {"onError": "default", "defaultOutput": {"data": []}}]
)
@pytest.mark.parametrize("code", [NOTHING_FOUND, "tool_execution_failed"])
def test_it_stops_whatever_the_policy_is(policy: dict[str, Any], code: str) -> None:
    document = chain(node("find", "template", {"template": "a"}, policy=policy))
    planned = compile_plan(read_graph(Document.model_validate(document))).nodes["find"]
    ended = after_failure(planned, NodeFailure("find", code, Text.verbatim("None.")), attempt=1)
    assert isinstance(ended, FinishedNode)
    goes_on = code != NOTHING_FOUND and "onError" in policy
    assert ended.status == ("succeeded" if goes_on else "failed")
