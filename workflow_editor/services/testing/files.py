"""Tests as files, so that they can live in a repository beside the workflow.

Form: {format: "flowloom.test", version: 1, name, workflow, inputs, until_node, compares_prompts, assertions, cassette};
`workflow` is a short name.
"""

from typing import Any, Literal

from django.contrib.auth.models import User
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tools.core.definitions import JsonObject
from tools.core.field_errors import field_errors
from tools.core.naming.visible_name import CODE, UnreadableNameError, visible_name
from tools.core.text import Text
from workflow_editor.cassettes.assertions import read_assertions
from workflow_editor.cassettes.format import read_cassette
from workflow_editor.errors import InvalidInputError
from workflow_editor.models import Workflow, WorkflowTest
from workflow_editor.services.testing.record import workflow_test_store

_NO_TEST = Text("This test file cannot be read. Choose one that was exported from a test.")


class WorkflowTestFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    format: Literal["flowloom.test"] = "flowloom.test"
    version: Literal[1] = 1
    name: str = Field(min_length=1, max_length=120)
    workflow: str = Field(default="", max_length=120)
    inputs: JsonObject = {}
    until_node: str | None = Field(default=None, max_length=64)
    compares_prompts: bool = True
    assertions: list[Any] = []
    cassette: JsonObject


def workflow_test_export(test: WorkflowTest) -> JsonObject:
    return WorkflowTestFile(
        name=test.name,
        workflow=test.workflow.slug,
        inputs=test.inputs,
        until_node=test.until_node,
        compares_prompts=test.compares_prompts,
        assertions=test.assertions,
        cassette=test.cassette,
    ).model_dump(mode="json")


def workflow_test_of_file(value: Any, workflow: Workflow, user: User | None) -> WorkflowTest:
    """Return an unsaved test of this workflow from a file.

    Raises InvalidInputError if the file, its cassette or its assertions are malformed.
    """
    found = read_test_file(value)
    try:
        name = visible_name(found.name)
    except UnreadableNameError as error:
        raise InvalidInputError.at("/name", CODE, error.text) from None
    read_cassette(found.cassette)
    read_assertions(found.assertions)
    return WorkflowTest(
        workflow=workflow,
        name=name,
        inputs=found.inputs,
        cassette=found.cassette,
        assertions=found.assertions,
        compares_prompts=found.compares_prompts,
        until_node=found.until_node,
        created_by=user,
    )


def read_test_file(value: Any) -> WorkflowTestFile:
    """Parse a file. Raises InvalidInputError unless it has the form above."""
    try:
        return WorkflowTestFile.model_validate(value)
    except ValidationError as error:
        errors = [
            {"pointer": found.pointer, "code": "test_file_invalid", "message": found.message}
            for found in field_errors(error)
        ]
        raise InvalidInputError(_NO_TEST, details={"errors": errors}) from error


def workflow_test_import(value: Any, workflow: Workflow, user: User) -> WorkflowTest:
    """Store a test from a file.

    Raises:
        InvalidInputError: as `workflow_test_of_file`.
        ConflictError: `name_taken`.
    """
    return workflow_test_store(workflow_test_of_file(value, workflow, user))
