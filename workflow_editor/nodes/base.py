"""Node type interface: a definition with a typed config, and one function that does the work."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar, Generic, Literal, Protocol, TypeVar, runtime_checkable

from pydantic import BaseModel, ConfigDict, JsonValue
from pydantic.alias_generators import to_camel, to_snake

from tools.core.call.summary import SummaryLine
from tools.core.definitions import EffectClass, JsonObject
from tools.core.formats.json_text import BUILT_TOO_DEEP, json_refusal
from tools.core.text import Text
from tools.core.type_arguments import set_to_argument
from tools.executors.contract.declared_fields import holds, is_missing, texts_in
from workflow_editor.errors import NodeError
from workflow_editor.graph.catalogue import FilledInput, NodeRole, Severity
from workflow_editor.nodes.meanings import NEWEST
from workflow_editor.nodes.ports import NodeContext, Variables
from workflow_editor.nodes.waits import AnyWait

Category = Literal["trigger", "input", "ai", "tools", "logic", "data", "output"]
JoinStrategy = Literal["all", "any", "first"] | int


class NodeConfig(BaseModel):
    """Base of all configs, camelCase in JSON; every field has a default, so that a new node can be stored.

    Shape errors are refused when a graph is saved; missing values are reported by `NodeType.problems`.
    """

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="forbid", defer_build=True)


W = TypeVar("W", bound=AnyWait)
C = TypeVar("C", bound=NodeConfig)


@dataclass(frozen=True, slots=True)
class Port:
    """A connection point; `title` is shown only where a node has more than one of its kind."""

    id: str
    title: Text
    show_if: Mapping[str, Sequence[JsonValue]] | None = None
    """The port exists only while these fields of the config (JSON names) hold one of these values; None: always."""


@dataclass(frozen=True, slots=True)
class OutputField:
    """A value that later nodes can refer to as `nodes.<key>.<name>`."""

    name: str
    type: Literal["string", "number", "boolean", "object", "array", "any"]
    title: Text


@dataclass(frozen=True, slots=True)
class Example:
    """One use of a node type, shown to people who wonder what it is for."""

    text: Text
    """Purpose in one sentence."""
    config: JsonObject
    output: JsonObject
    inputs: JsonObject = field(default_factory=dict)
    """Inputs of the run."""
    nodes: dict[str, JsonObject] = field(default_factory=dict)
    """Outputs of the nodes before it, by key."""


@dataclass(frozen=True, slots=True)
class ConfigProblem:
    """Something that keeps a well-formed config from running; `field` is a JSON pointer into the config."""

    code: str
    field: str
    message: Text
    severity: Severity = "error"
    """A warning keeps nothing from running."""


@dataclass(frozen=True, slots=True)
class NodeOutcome:
    """A node's result.

    `ports` are the output ports that carry on; edges of the other ports are skipped. `inputs` is the filled-in input,
    for debugging.
    """

    output: JsonObject
    ports: tuple[str, ...] = ("out",)
    inputs: JsonObject = field(default_factory=dict)
    usage: JsonObject = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse unstorable output. Raises NodeError (`output_too_deep` or `output_invalid`)."""
        refusal = json_refusal(self.output) or (json_refusal(self.inputs) if self.inputs else None)
        if refusal is not None:
            code = "output_too_deep" if refusal is BUILT_TOO_DEEP else "output_invalid"
            raise NodeError(refusal, code=code)


@dataclass(frozen=True, slots=True)
class NodeWait:
    about: AnyWait
    """Subject of the answer; shown to people, and returned with it."""
    due_at: datetime | None
    """When the waiting ends without an answer; None for never."""
    lasts_s: float | None = None
    """Duration behind `due_at`, in seconds: setting the clock back then does not prolong it."""


IN = Port("in", Text("Input"))
OUT = Port("out", Text("Output"))


class NodeType(ABC, Generic[C]):
    """Definition of a node type; subclasses are a `PureNode`, an `EffectNode` or a `WaitingNode`."""

    id: ClassVar[str]
    version: ClassVar[int] = NEWEST
    """The newest; nodes of earlier versions have the same type, and what changed asks for the node's."""
    category: ClassVar[Category]
    icon: ClassVar[str]
    """Name of a Tabler icon, e.g. `robot`."""
    title: ClassVar[Text]
    help: ClassVar[Text]
    keywords: ClassVar[Text] = Text.verbatim("")
    """Other words that people search for it by, with commas between them."""
    role: ClassVar[NodeRole] = "step"
    only_routes: ClassVar[bool] = False
    """Does no work of its own: begins a run, or decides where it continues."""
    inputs: ClassVar[tuple[Port, ...]] = (IN,)
    outputs: ClassVar[tuple[Port, ...]] = (OUT,)
    outputs_from: ClassVar[str | None] = None
    """JSON name of a config list with `Branch` rows: output ports before `outputs`."""
    summary: ClassVar[tuple[SummaryLine, ...]] = ()
    """Card summary, at most two lines."""
    output_fields: ClassVar[tuple[OutputField, ...]] = ()
    output_fields_from: ClassVar[str | None] = None
    """Path in the config to a list of objects with `name` (and `type`) that are further output fields."""
    needs: ClassVar[tuple[ConfigProblem, ...]] = ()
    """Problems of fields that are empty although they apply; each names a field of the config itself."""
    has_known_fields: ClassVar[bool] = False
    """Its output has the declared fields and no others, so that a reference to another one is a mistake."""
    effect: ClassVar[EffectClass]
    config_model: type[C]
    example: ClassVar[Example]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        set_to_argument(cls, "config_model", NodeConfig)

    def refusals(self, config: C) -> Sequence[ConfigProblem]:
        """Return reasons that a valid config must not be stored."""
        return ()

    def problems(self, config: C) -> Sequence[ConfigProblem]:
        """Return what is missing before this node can run."""
        return [one for one in self.needs if is_missing(config, one.field.removeprefix("/"))]

    def templates(self, config: C) -> Iterable[str]:
        """Yield every Liquid template in the config, for reference checks and planning."""
        return texts_in(config, "template")

    def expressions(self, config: C) -> Iterable[str]:
        """Yield every CEL expression in the config."""
        return texts_in(config, "cel")

    def ports_out(self, config: C) -> tuple[Port, ...]:
        """Return the output ports of a node with this config; every stored edge begins at one of them."""
        return tuple(port for port in self.outputs if holds(config, port.show_if or {}))

    @classmethod
    def has_fixed_ports(cls) -> bool:
        """Say whether every config has the same output ports."""
        return cls.outputs_from is None and all(port.show_if is None for port in cls.outputs)

    def output_names(self, config: C) -> frozenset[str] | None:
        """Return the names in the output; None if they are unknown.

        A name may also lead into `result`, or into the only value of an output (`nodes.lookup.NodeValue`).
        """
        if not self.has_known_fields:
            return None
        rows = getattr(config, to_snake(self.output_fields_from)) if self.output_fields_from else ()
        names = frozenset([*(field.name for field in self.output_fields), *(row.name for row in rows)])
        return None if "result" in names or len(names) < 2 else names

    def run_inputs(self, config: C) -> frozenset[str] | None:
        """Return the names of the run's inputs; only a start node knows them."""
        return None

    def filled_inputs(self, config: C) -> Sequence[FilledInput]:
        """Return what a trigger gives its runs."""
        return ()

    def join(self, config: C) -> JoinStrategy:
        """Return the start rule for several incoming edges: `all` once every edge is decided and one is live, `any` and
        `first` with the first live edge, or the number of live edges without failures, or every edge is decided.
        """
        return "all"

    def cancels_rest(self, config: C) -> bool:
        """Say whether a node that begins before all of its edges are decided stops what still leads to it."""
        return False

    def ports_of(self, output: JsonObject) -> tuple[str, ...]:
        """Return the ports that carry on when `output` was not computed here but given (pinned or mocked)."""
        return tuple(port.id for port in self.outputs[:1])


class PureNode(NodeType[C]):
    """A node without effects: evaluated in the scheduler's step, may be evaluated again without harm."""

    effect = EffectClass.PURE

    @abstractmethod
    def evaluate(self, config: C, variables: Variables) -> NodeOutcome:
        """Compute the outcome in well under a millisecond; no I/O."""


@runtime_checkable
class Previewable(Protocol):
    """A node type that can say what it would give without effects, while its settings change."""

    def preview(self, config: Any, variables: Variables) -> NodeOutcome:
        """Return the expected outcome. Raises NodeError if it would fail."""
        ...


class EffectNode(NodeType[C]):
    """A node with effects: committed before and after."""

    effect = EffectClass.REPEATABLE
    confirmed_as_output: ClassVar[bool] = False
    """A person's value for an interrupted call is this node's output, not the tool's answer."""

    @abstractmethod
    def run(self, config: C, context: NodeContext) -> NodeOutcome:
        """Do the work. Raises NodeError if the node failed; other exceptions are bugs and are shown masked."""


class WaitingNode(NodeType[C], Generic[C, W]):
    """A node that waits for an answer or a moment without a thread: `begin` and the answer are part of the engine's
    steps.

    All three functions may be evaluated again after a crash: no I/O.
    """

    effect = EffectClass.PURE

    @abstractmethod
    def begin(self, config: C, variables: Variables, now: datetime) -> NodeWait:
        """Return the wait. Raises NodeError if there is nothing to wait for."""

    @abstractmethod
    def resume(self, config: C, wait: W, answer: JsonObject) -> NodeOutcome:
        """Compute the outcome from the wait and its answer. Raises NodeError if the answer makes the node fail."""

    @abstractmethod
    def timed_out(self, config: C, wait: W) -> NodeOutcome:
        """Compute the outcome when `due_at` has passed unanswered. Raises NodeError if the node then fails."""
