"""Changing a test."""

from collections.abc import Sequence

from tools.core.definitions import JsonObject
from workflow_editor.cassettes.assertions import read_assertions
from workflow_editor.models import WorkflowTest
from workflow_editor.services.testing.record import workflow_test_store


def workflow_test_update(
    test: WorkflowTest,
    *,
    name: str | None = None,
    inputs: JsonObject | None = None,
    assertions: Sequence[JsonObject] | None = None,
    compares_prompts: bool | None = None,
) -> WorkflowTest:
    """Change a test; None keeps a value.

    Raises:
        InvalidInputError: an assertion is malformed (pointers `/assertions/<index>/…`).
        ConflictError: `name_taken`.
    """
    if name is not None:
        test.name = name
    if inputs is not None:
        test.inputs = inputs
    if assertions is not None:
        read_assertions(assertions)
        test.assertions = list(assertions)
    if compares_prompts is not None:
        test.compares_prompts = compares_prompts
    return workflow_test_store(test)
