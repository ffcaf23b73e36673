"""State before a step."""

from collections.abc import Mapping, Sequence
from typing import Any

from tools.core.definitions import JsonObject
from workflow_editor.engine.scopes import Address
from workflow_editor.engine.state import OpenContainer, OpenPass
from workflow_editor.nodes.containers import PassEnd


class NoContainers:
    """The part of the past that graphs without containers, triggers and merges that cancel never ask for."""

    def load_word(self, word: str) -> JsonObject:
        return {}

    def begun_nodes(self, scope: str) -> Mapping[str, bool]:
        raise KeyError(scope)

    def open_pass(self, scope: str) -> OpenPass:
        raise KeyError(scope)

    def open_container(self, at: Address) -> OpenContainer:
        raise KeyError(at)

    def item(self, container: Address, index: int) -> Any:
        raise KeyError(container)

    def pass_ends(self, container: Address) -> Sequence[PassEnd]:
        return ()

    def open_passes_after(self, container: Address, index: int) -> Sequence[int]:
        return ()

    def shared_pass(self, container: Address, index: int) -> None:
        return None
