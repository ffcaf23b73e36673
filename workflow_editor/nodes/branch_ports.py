"""Ways out of a node that its config names: rows of a port id and a label, as switch and classifier nodes have them."""

from collections import Counter
from collections.abc import Iterator, Sequence

from pydantic import Field, field_validator

from tools.core.field_errors import refused_value
from tools.core.text import Text
from tools.executors.contract.schema import ui
from workflow_editor.graph.document import ERROR_PORT
from workflow_editor.nodes.base import ConfigProblem, NodeConfig, Port
from workflow_editor.nodes.named_values import unreadable_names

MAX_BRANCHES = 50
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
_ID_FORM = Text("A branch id has 1 to 64 letters, digits, hyphens or underscores.")


class Branch(NodeConfig):
    """One way out; edges begin at its id, so the id stays while the label may change."""

    id: str = Field(json_schema_extra=ui("Id", widget="hidden"))
    label: str = Field(default="", max_length=120, json_schema_extra=ui("Label"))

    @field_validator("id")
    @classmethod
    def _legal_port(cls, branch_id: str) -> str:
        if not 1 <= len(branch_id) <= 64 or not _LETTERS.issuperset(branch_id):
            raise refused_value("branch_id", _ID_FORM)
        return branch_id


def branch_ports(branches: Sequence[Branch]) -> tuple[Port, ...]:
    """Return the output ports of the rows; one without a label is shown by its id."""
    return tuple(Port(branch.id, Text.verbatim(branch.label or branch.id)) for branch in branches)


def branch_refusals(branches: Sequence[Branch], fixed: Sequence[Port], field: str) -> Iterator[ConfigProblem]:
    """Refuse duplicate or `fixed` port ids, and unreadable labels; `field` is the config's list."""
    taken = {ERROR_PORT, *(port.id for port in fixed)}
    for index, branch in enumerate(branches):
        if branch.id in taken:
            text = Text("The branch ID “{id}” is already used.", id=branch.id)
            yield ConfigProblem("branch_id_repeated", f"/{field}/{index}/id", text)
        taken.add(branch.id)
    yield from unreadable_names((f"/{field}/{index}/label", branch.label) for index, branch in enumerate(branches))


def repeated_labels(branches: Sequence[Branch], field: str) -> Iterator[ConfigProblem]:
    """Report labels that people cannot tell apart; empty ones are shown by their id."""
    counts = Counter(branch.label.strip() for branch in branches if branch.label.strip())
    seen = set()
    for index, branch in enumerate(branches):
        label = branch.label.strip()
        if label in seen and counts[label] > 1:
            text = Text("Two branches are called “{label}”.", label=label)
            yield ConfigProblem("label_repeated", f"/{field}/{index}/label", text)
        seen.add(label)
