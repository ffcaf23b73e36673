"""Files that output nodes wrote, built from what the run keeps of them."""

from dataclasses import dataclass

from tools.core.text import Text
from workflow_editor.errors import NotFoundError
from workflow_editor.models import Run
from workflow_editor.nodes.builtin.output import CONTENT_TYPES
from workflow_editor.selectors.run.listing import node_run_latest_succeeded

_NO_FILE = Text("This node has not written a file in this run.")


@dataclass(frozen=True, slots=True)
class NodeFile:
    name: str
    content_type: str
    content: bytes


def node_file(run: Run, node_key: str, scope: str | None = None) -> NodeFile:
    """Return the file of an output node, by default in the last pass.

    Raises NotFoundError if there is no such node, or it is not an output node, or it did not succeed.
    """
    row = node_run_latest_succeeded(run, node_key, scope)
    if row is None or not _is_output(run, node_key):
        raise NotFoundError(_NO_FILE)
    output = row.output or {}
    try:
        content_type = CONTENT_TYPES[output["format"]]
        return NodeFile(str(output["fileName"]), content_type, str(output["content"]).encode())
    except KeyError as error:
        # A pinned node carries whatever it was given.
        raise NotFoundError(_NO_FILE) from error


def _is_output(run: Run, node_key: str) -> bool:
    nodes = run.version.document.get("nodes", [])
    return any(node["key"] == node_key and node["type"] == "output" for node in nodes)
