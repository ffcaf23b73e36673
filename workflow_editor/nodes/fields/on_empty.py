"""The choice of a node about tools that find nothing, apart from failures."""

from typing import Any

from tools.core.call.nothing_found import OnEmpty
from tools.core.text import Text
from tools.executors.contract.schema import form_field
from workflow_editor.errors import NOTHING_FOUND
from workflow_editor.nodes.base import NodeConfig
from workflow_editor.nodes.meanings import NOTHING_FOUND_IS_NO_FAILURE


def on_empty_field(going_on: Text, **x: Any) -> Any:
    """Return the setting `on_empty`, labelled for continuing with the empty value; read it with `chosen`."""
    labels = {"stop": Text("Stop the workflow"), "continue": going_on}
    help = Text(
        "Finding nothing is not a failure. Until you choose, a node from an older version works as it did before."
    )
    return form_field("When nothing is found", help, default="stop", enum_labels=labels, **x)


def chosen(config: NodeConfig, choice: OnEmpty) -> OnEmpty | None:
    """Return the choice of a node; None where its document states none, so that the tool's declaration decides."""
    return choice if "on_empty" in config.model_fields_set else None


def empty_code(version: int, choice: OnEmpty | None, otherwise: str) -> str:
    """Return the error code of an empty result; `otherwise` is for old nodes, where it counts as a failure."""
    return NOTHING_FOUND if choice or version >= NOTHING_FOUND_IS_NO_FAILURE else otherwise
