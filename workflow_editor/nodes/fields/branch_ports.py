"""Nodes with outgoing ports named in their config: rows of a port id and a label."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar

from pydantic import field_validator

from tools.core.definitions import JsonObject
from tools.core.field_errors import refused_value
from tools.core.text import Text
from tools.executors.contract.schema import form_field
from workflow_editor.graph.document import ERROR_PORT
from workflow_editor.nodes.base import C, ConfigProblem, NodeConfig, NodeType, Port
from workflow_editor.nodes.fields.named_values import unreadable_names

MAX_BRANCHES = 50
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
_ID_FORM = Text("A branch id has 1 to 64 letters, digits, hyphens or underscores.")


class Branch(NodeConfig):
    """One way out; edges begin at its id, so the id stays while the label may change."""

    id: Annotated[str, form_field("Id", widget="hidden")]
    label: str = form_field("Label", default="", max_length=120)

    @field_validator("id")
    @classmethod
    def _legal_port(cls, branch_id: str) -> str:
        if not 1 <= len(branch_id) <= 64 or not _LETTERS.issuperset(branch_id):
            raise refused_value("branch_id", _ID_FORM)
        return branch_id


class BranchNode(NodeType[C]):
    """Node that continues by one of the rows of the list in `outputs_from`, or by a port of its own."""

    outputs_from: ClassVar[str]
    branch_field: ClassVar[str]
    """Field of the output that names the port."""
    otherwise: ClassVar[tuple[str, ...]] = ()
    """Ports of an output that names none."""

    def branches(self, config: C) -> Sequence[Branch]:
        rows: Sequence[Branch] = getattr(config, self.outputs_from)
        return rows

    def refusals(self, config: C) -> Sequence[ConfigProblem]:
        return tuple(_refusals(self.branches(config), self.outputs, self.outputs_from))

    def problems(self, config: C) -> Sequence[ConfigProblem]:
        return [*_repeated_labels(self.branches(config), self.outputs_from), *super().problems(config)]

    def ports_out(self, config: C) -> tuple[Port, ...]:
        rows = (Port(branch.id, Text.verbatim(branch.label or branch.id)) for branch in self.branches(config))
        return (*rows, *super().ports_out(config))

    def ports_of(self, output: JsonObject) -> tuple[str, ...]:
        branch = output.get(self.branch_field)
        return (branch,) if isinstance(branch, str) else self.otherwise


def _refusals(branches: Sequence[Branch], fixed: Sequence[Port], field: str) -> Iterator[ConfigProblem]:
    """Refuse ids that are used twice or that another port of the node has, and labels that cannot be read.

    Args:
        branches: the config's rows.
        fixed: the type's own output ports.
        field: the config's list.
    """
    taken = {ERROR_PORT, *(port.id for port in fixed)}
    for index, branch in enumerate(branches):
        if branch.id in taken:
            text = Text("The branch ID “{id}” is already used.", id=branch.id)
            yield ConfigProblem("branch_id_repeated", f"/{field}/{index}/id", text)
        taken.add(branch.id)
    yield from unreadable_names((f"/{field}/{index}/label", branch.label) for index, branch in enumerate(branches))


def _repeated_labels(branches: Sequence[Branch], field: str) -> Iterator[ConfigProblem]:
    """Tell of labels that people could not tell apart; empty ones are shown by their id."""
    counts = Counter(branch.label.strip() for branch in branches if branch.label.strip())
    seen = set()
    for index, branch in enumerate(branches):
        label = branch.label.strip()
        if label in seen and counts[label] > 1:
            text = Text("Two branches are called “{label}”.", label=label)
            yield ConfigProblem("label_repeated", f"/{field}/{index}/label", text)
        seen.add(label)
