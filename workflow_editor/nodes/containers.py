"""Container interface: nodes that run a body of other nodes in passes, counted by the engine."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal, TypeVar

from tools.core.definitions import EffectClass, JsonObject
from tools.core.text import Text
from tools.executors.contract.schema import form_field
from workflow_editor.nodes.base import NodeConfig, NodeType, OutputField, PureNode
from workflow_editor.nodes.canvas import length_field
from workflow_editor.nodes.ports import Variables

ItemErrorStrategy = Literal["fail_fast", "continue", "collect"]
PassExit = Literal["break", "continue"]
"""Exit of a node's pass: `break` prevents passes with a higher index."""
MAX_ITEMS: Final = 100_000
MAX_PASSES: Final = 10_000
"""Maximum of a loop, which has no known end."""


class ContainerConfig(NodeConfig):
    """Config of every container: the appearance of its frame."""

    frame_width: float | None = length_field(Text("Width"))
    frame_height: float | None = length_field(Text("Height"))
    collapsed: bool = form_field("Collapsed", "Hides the nodes inside.", default=False, widget="hidden")


C = TypeVar("C", bound=ContainerConfig)
N = TypeVar("N", bound=NodeConfig)


@dataclass(frozen=True, slots=True)
class PassEnd:
    """End of one pass; `error` is `{code, message, details}` of a failed one."""

    index: int
    value: Any = None
    error: JsonObject | None = None
    exit: PassExit | None = None
    """Set when a node ended the pass; one that was ended by `continue` has no value."""


class PassExitNode(PureNode[N]):
    """Base of the nodes that end the pass they are in; what is still open in the pass is cancelled."""

    role = "exit"
    outputs = ()

    @abstractmethod
    def exit(self, config: N) -> PassExit:
        """Say what follows the pass."""


class ContainerNode(NodeType[C]):
    """Base of the containers. All functions run inside the engine's steps: no I/O.

    During a pass, `nodes.<key of the container>` is the value of the pass; afterwards it is the output.
    """

    effect = EffectClass.PURE
    role = "container"
    pass_fields: ClassVar[tuple[OutputField, ...]]
    """Names available to the body as `nodes.<key of the container>.<name>`."""

    def width(self, config: C) -> int:
        """Return how many passes may be open at once."""
        return 1

    def on_item_error(self, config: C) -> ItemErrorStrategy:
        """Say what a failed pass does to the container."""
        return "fail_fast"

    @abstractmethod
    def items(self, config: C, variables: Variables) -> Sequence[Any] | None:
        """Return one item per pass, or None when `goes_on` decides after each pass.

        Raises NodeError if there are no items, or too many.
        """

    @abstractmethod
    def goes_on(self, config: C, variables: Variables, index: int) -> bool:
        """Return whether the pass `index`, counted from 0, begins; only used without items.

        `variables` has the nodes of the previous pass, if any, and the value of the next one. Raises NodeError if the
        limit is reached, or the condition cannot be evaluated.
        """

    @abstractmethod
    def pass_value(self, index: int, total: int | None, item: Any) -> JsonObject:
        """Return the container's output for a pass; `item` is its item, or without items the previous value, None at
        first.
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
