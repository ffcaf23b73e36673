"""The rows of a graph as a document, and what a node of it is in columns."""

from workflow_editor.graph.document import DEFAULT_POLICY, Document, EdgeDoc, NodeDoc, NodePolicy, Position
from workflow_editor.models.workflow import Workflow

_NODE_COLUMNS = (
    "key",
    "name",
    "type",
    "type_version",
    "config",
    "x",
    "y",
    "parent",
    "bypass",
    "policy",
    "pinned_output",
)
_EDGE_COLUMNS = ("edge_id", "source__key", "source_port", "target__key", "target_port")


def graph_document(workflow: Workflow) -> Document:
    """Build the document from the rows, which were validated when they were written."""
    return Document.model_construct(
        nodes=[
            NodeDoc.model_construct(
                key=key,
                name=name,
                type=type_,
                type_version=type_version,
                config=config,
                position=Position.model_construct(x=x, y=y),
                parent=parent,
                bypass=bypass,
                policy=NodePolicy.model_validate(policy) if policy else DEFAULT_POLICY,
                pinned_output=pinned_output,
            )
            for key, name, type_, type_version, config, x, y, parent, bypass, policy, pinned_output in (
                workflow.nodes.order_by("id").values_list(*_NODE_COLUMNS)
            )
        ],
        edges=[
            EdgeDoc.model_construct(
                id=edge_id, source=source, source_port=source_port, target=target, target_port=target_port
            )
            for edge_id, source, source_port, target, target_port in (
                workflow.edges.order_by("id").values_list(*_EDGE_COLUMNS)
            )
        ],
    )
