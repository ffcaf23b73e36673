"""AI nodes inside containers that tell where they ran."""

from collections.abc import Callable
from typing import Any

from tests.factories.run_documents import ask
from workflow_editor.errors import NodeError
from workflow_editor.models import Run
from workflow_editor.nodes.base import NodeOutcome
from workflow_editor.nodes.builtin.ai import AINode
from workflow_editor.nodes.ports import NodeContext


class Work:
    """AI nodes that tell where they ran, and fail at the places that a test names."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.failing: set[str] = set()
        self.on_call: Callable[[str], object] = lambda _: None

    def run(self, _: AINode, config: Any, context: NodeContext) -> NodeOutcome:
        place = context.variables.render(config.user_prompt)
        self.done.append(place)
        self.on_call(place)
        if place in self.failing:
            raise NodeError(f"{place} failed.", code="broken")
        return NodeOutcome({"result": place})


def effect(key: str, *containers: str) -> dict[str, Any]:
    """An AI node in these containers, outer ones first, by default in `each`; its places read `<key> <indexes>`."""
    around = containers or ("each",)
    indexes = "".join(f"{{{{ nodes.{one}.index }}}}" for one in around)
    return {**ask(key, userPrompt=f"{key} {indexes}"), "parent": around[-1]}


def out(run: Run) -> Any:
    assert run.output is not None
    return run.output["out"]
