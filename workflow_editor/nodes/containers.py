"""What a container is: a node that holds a body of other nodes and runs it in passes. The engine counts the passes."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal, TypeVar

from tools.core.definitions import EffectClass, JsonObject
from tools.core.text import Text
from tools.executors.contract.schema import form_field
from workflow_editor.graph.catalogue import NodeRole
from workflow_editor.nodes.base import NodeConfig, NodeType, OutputField, Port, PureNode
from workflow_editor.nodes.canvas import length_field
from workflow_editor.nodes.ports import Variables

ItemErrorStrategy = Literal["fail_fast", "continue", "collect"]
PassExit = Literal["break", "continue"]
"""How a node ends the pass that it is in: `break` lets no pass with a higher index begin."""
MAX_ITEMS: Final = 100_000
MAX_PASSES: Final = 10_000
"""Of a loop, which nobody can see the end of beforehand."""


class ContainerConfig(NodeConfig):
    """What every container has beside its settings: how its frame looks on the canvas."""

    frame_width: float | None = length_field(Text("Width"))
    frame_height: float | None = length_field(Text("Height"))
    collapsed: bool = form_field("Collapsed", "Hides the nodes inside.", default=False, widget="hidden")


C = TypeVar("C", bound=ContainerConfig)
N = TypeVar("N", bound=NodeConfig)


@dataclass(frozen=True, slots=True)
class PassEnd:
    """How one pass ended; `error` is `{code, message, details}` of a pass that failed."""

    index: int
    value: Any = None
    error: JsonObject | None = None
    exit: PassExit | None = None
    """Set when a node ended the pass; one that was ended by `continue` has no value."""


class PassExitNode(PureNode[N]):
    """Base of the nodes that end the pass they are in; what is still open in the pass is cancelled."""

    role: ClassVar[NodeRole] = "exit"
    outputs: ClassVar[tuple[Port, ...]] = ()

    @abstractmethod
    def exit(self, config: N) -> PassExit:
        """Say what follows the pass."""


class ContainerNode(NodeType[C]):
    """Base of the containers. All functions are evaluated inside the engine's steps: no I/O.

    While a pass runs, `nodes.<key of the container>` means the value of the pass; afterwards it means the output.
    """

    effect = EffectClass.PURE
    role: ClassVar[NodeRole] = "container"
    pass_fields: ClassVar[tuple[OutputField, ...]]
    """What nodes of the body can refer to as `nodes.<key of the container>.<name>`."""

    def width(self, config: C) -> int:
        """Return how many passes may be open at once."""
        return 1

    def on_item_error(self, config: C) -> ItemErrorStrategy:
        """Say what a failed pass does to the container."""
        return "fail_fast"

    @abstractmethod
    def items(self, config: C, variables: Variables) -> Sequence[Any] | None:
        """Return one item per pass, or None when `goes_on` decides after each pass.

        Raises:
            NodeError: there are no items, or too many.
        """

    @abstractmethod
    def goes_on(self, config: C, variables: Variables, index: int) -> bool:
        """Say whether the pass `index` shall begin; only asked where there are no items.

        Args:
            variables: sees the nodes of the pass that has just ended, if any, and the value of the pass that may begin.
            index: counts from 0.
        Raises:
            NodeError: the limit is reached, or the condition cannot be evaluated.
        """

    @abstractmethod
    def pass_value(self, index: int, total: int | None, item: Any) -> JsonObject:
        """Return what the nodes of a pass see as the container's output.

        Args:
            item: of this pass; where there are no items, the value of the pass before, None for the first.
        """

    @abstractmethod
    def pass_template(self, config: C) -> str:
        """Return the template that gives a pass its value; empty: the merged output of the body's last nodes."""

    @abstractmethod
    def output(self, config: C, passes: Iterable[PassEnd]) -> JsonObject:
        """Compute the container's output from the passes, which come in order and end with the one that broke."""

    def body_templates(self, config: C) -> Iterator[str]:
        """Yield the templates that are filled in from inside a pass."""
        yield self.pass_template(config)

    def body_expressions(self, config: C) -> Iterator[str]:
        """Yield the expressions that are evaluated from inside a pass."""
        yield from ()
