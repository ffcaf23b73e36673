"""Nodes know whether their settings fit their type; edges never dangle."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from workflow_editor.models import Edge, ProcessNode, Workflow


def process_node(workflow: Workflow, **fields: object) -> ProcessNode:
    return ProcessNode(workflow=workflow, key="writer", name="Writer", type="process", **fields)


def test_a_config_of_the_types_schema_is_valid(workflow: Workflow) -> None:
    process_node(workflow, config={"userPrompt": "Hello", "temperature": 0.2, "maxToolCallRounds": 3}).full_clean()


def test_a_wrong_field_is_named_by_its_pointer(workflow: Workflow) -> None:
    with pytest.raises(ValidationError) as caught:
        process_node(workflow, config={"temperature": "hot"}).full_clean()
    assert "/temperature" in caught.value.message_dict["config"][0]


def test_an_unknown_field_is_refused(workflow: Workflow) -> None:
    with pytest.raises(ValidationError) as caught:
        process_node(workflow, config={"colour": "red"}).full_clean()
    assert "/colour" in caught.value.message_dict["config"][0]


def test_an_unknown_type_is_refused_at_the_type(workflow: Workflow) -> None:
    node = ProcessNode(workflow=workflow, key="x", name="X", type="teleport")
    with pytest.raises(ValidationError) as caught:
        node.full_clean()
    assert list(caught.value.message_dict) == ["type"]


def test_a_malformed_key_is_refused(workflow: Workflow) -> None:
    with pytest.raises(ValidationError) as caught:
        ProcessNode(workflow=workflow, key="1 a", name="A", type="template").full_clean()
    assert "key" in caught.value.message_dict


@pytest.mark.parametrize(("key", "name"), [("greet", "Other"), ("other", "Greet")])
def test_keys_and_names_are_unique_in_a_workflow(workflow: Workflow, key: str, name: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        ProcessNode.objects.create(workflow=workflow, key=key, name=name, type="template")


def test_removing_a_node_removes_its_edges(workflow: Workflow) -> None:
    ProcessNode.objects.get(workflow=workflow, key="greet").delete()
    assert not Edge.objects.filter(workflow=workflow).exists()
