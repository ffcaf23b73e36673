"""Tools that are on the screen but cannot be called yet: forms and defaults only. Pure."""

from abc import ABC
from typing import NoReturn, TypeVar

from tools.definitions import EffectClass, OperationType, Text
from tools.errors import ToolConfigurationError
from tools.executors.base import Executor, Invocation, ToolModel, ToolParameters

C = TypeVar("C", bound=ToolModel)
P = TypeVar("P", bound=ToolParameters)


class DeclaredExecutor(Executor[C, P], ABC):
    """Base of executors without code; the gateway leaves them out and says so."""

    implemented = False
    operation = OperationType.OPERATION
    effect_class = EffectClass.UNREPEATABLE

    def execute(self, config: C, parameters: P, invocation: Invocation) -> NoReturn:
        """Refuse.

        Raises:
            ToolConfigurationError: always.
        """
        raise ToolConfigurationError(Text(f"{self.title.en} is not implemented yet.", f"“{self.title.zh}”尚未实现。"))
