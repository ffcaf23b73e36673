"""Protocols of node types for the graph layer, implemented by the layer above."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, Protocol, TypeVar

from tools.core.definitions import JsonObject
from tools.core.field_errors import FieldError
from tools.core.text import Text

Severity = Literal["error", "warning"]
NodeRole = Literal["start", "step", "end", "container", "exit", "canvas", "trigger"]
OFF_THE_PATH: Final[frozenset[NodeRole | None]] = frozenset({"canvas", "trigger"})
"""Roles of nodes that lie beside the graph: runs never come to them, and nothing is connected to them."""
TRIGGER_WORD: Final = "trigger"
"""Reference to a trigger's delivery."""
ENV_WORD: Final = "env"
"""Reference to installation variables."""
VARS_WORD: Final = "vars"
"""Reference to the workflow's variables, set by its runs."""
CONVERSATION_WORD: Final = "conversation"
"""Reference to variables of the run's conversation."""
LOADED_WORDS: Final = (TRIGGER_WORD, ENV_WORD, VARS_WORD, CONVERSATION_WORD)
"""Lazily loaded words; a node of the same name takes precedence."""
ROOT_WORDS: Final = ("inputs", "nodes", *LOADED_WORDS)
"""First words of references that name no node."""


@dataclass(frozen=True, slots=True)
class InspectionProblem:
    """Something that keeps a well-formed config from running as meant."""

    code: str
    field: str
    """JSON pointer into the config."""
    message: Text
    severity: Severity = "error"


@dataclass(frozen=True, slots=True)
class Reference:
    """A name that a template or expression refers to: a node (by key or shown name), or a run input."""

    kind: Literal["node", "input"]
    name: str
    text: str
    """The text in the config that holds the reference."""
    from_body: bool = False
    """Only of a container: the name is looked up from inside a pass."""
    fields: tuple[str, ...] = ()
    """Output fields of a node that the text uses."""


class FilledInput(NamedTuple):
    """An input of the run that a trigger fills."""

    name: str
    field: str
    """JSON pointer to the name in the trigger's config."""


@dataclass(frozen=True, slots=True)
class Inspection:
    """Everything learned from one look at a valid config."""

    findings: Sequence[InspectionProblem] = ()
    references: Sequence[Reference] = ()
    run_inputs: frozenset[str] | None = None
    """The names of the run's inputs; only a start node knows them."""
    filled_inputs: Sequence[FilledInput] = ()
    """Start fields filled in by a trigger."""
    output_names: frozenset[str] | None = None
    """The names in the output; None where others may be there, or a name may lead into a single value."""
    pass_names: frozenset[str] | None = None
    """Likewise of a container, seen from inside a pass."""
    is_strict: bool = False
    """References that lead to nothing are errors; they were warnings for nodes of before."""


class ParsedNode(Protocol):
    """A node's config as its type reads it: parsed and looked into once, when it is first needed."""

    @property
    def role(self) -> NodeRole:
        """Role in a run: `start`, `step` or `end`; `container` has a body that runs in passes, `exit` ends a pass,
        `canvas` is only drawn.
        """
        ...

    @property
    def input_ports(self) -> Sequence[str]:
        """Ids of the ports that edges may lead to."""
        ...

    def errors(self) -> Sequence[FieldError]:
        """Return why the config does not fit the type's schema."""
        ...

    def ignored(self) -> Sequence[FieldError]:
        """Return the fields that hold something and have no effect beside the others."""
        ...

    def output_ports(self) -> Sequence[str] | None:
        """Return the output port ids; None if the config does not determine them."""
        ...

    def inspection(self) -> Inspection:
        """Look into a config that has no errors."""
        ...


R_co = TypeVar("R_co", bound=ParsedNode, covariant=True)


class NodeCatalogue(Protocol[R_co]):
    def read(self, type_id: str, version: int, config: JsonObject) -> R_co | None:
        """Read a node's config, or return None when the id or this version of the type is unknown."""
        ...
