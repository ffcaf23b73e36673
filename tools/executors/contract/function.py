"""`@tool("ns:action")`: a typed function or method becomes a built-in tool. Pure."""

import asyncio
import inspect
import re
from collections.abc import Awaitable, Callable
from typing import Any, ClassVar, Self, get_type_hints

from pydantic import create_model

from tools.core.call.returned_values import read_before, read_returned
from tools.core.definitions import EffectClass, JsonObject, OperationType
from tools.core.envelope import ToolResult
from tools.core.text import Text
from tools.core.tool_id import ToolId
from tools.executors.contract.code_results import READS_NO_RESULTS, reads_results_field
from tools.executors.contract.executor import Category, Executor, Invocation, ResourceType, ToolModel, ToolParameters

_SELF = "self"
_ACTION = re.compile(r"[a-z][a-z0-9_]*:[a-z][a-z0-9_]*")


class FunctionConfig(ToolModel):
    """Nothing to fill in; nodes from before have results read as they were then."""

    earlier: ClassVar[JsonObject] = READS_NO_RESULTS

    reads_results: bool = reads_results_field()


class FunctionExecutor(Executor[FunctionConfig, ToolParameters]):
    """A tool made from a function by `@tool`; still callable like the function.

    Made from a method, the tool is bound to an instance, equal each time. A plain function with a first parameter named
    `self` receives the tool.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        parameters: type[ToolParameters],
        takes_invocation: str,
        *,
        takes_self: bool = False,
    ) -> None:
        self._function = function
        self._takes_invocation = takes_invocation
        self._takes_self = takes_self
        self.parameters_model = parameters
        self.lacks_instance = False

    def __set_name__(self, owner: type, name: str) -> None:
        self.lacks_instance = self._takes_self

    def __get__(self, instance: object | None, owner: type | None = None) -> Self:
        if instance is None or not self.lacks_instance:
            return self
        bound = self._function.__get__(instance, owner)
        return type(self)(bound, self.parameters_model, self._takes_invocation)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other._function == self._function

    def __hash__(self) -> int:
        return hash((type(self), self._function))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._function(*args, **kwargs)

    def config_model(self, ui_type: str) -> type[ToolModel]:
        return FunctionConfig

    def execute(self, config: FunctionConfig, parameters: ToolParameters, invocation: Invocation) -> ToolResult:
        """Call the function with the arguments as typed values."""
        arguments = {name: getattr(parameters, name) for name in type(parameters).model_fields}
        if self._takes_invocation:
            arguments[self._takes_invocation] = invocation
        result = self._function(*([self] if self._takes_self else []), **arguments)
        if inspect.isawaitable(result):
            # A call has a thread of its own, so nobody else's event loop stands still meanwhile.
            result = asyncio.run(_awaited(result))
        return (read_returned if config.reads_results else read_before)(result, self.operation)


async def _awaited(result: Awaitable[Any]) -> Any:
    return await result


def tool(
    name: str,
    *,
    title: Text | None = None,
    help: Text | None = None,
    operation: OperationType = OperationType.QUERY,
    effect: EffectClass = EffectClass.PURE,
    category: Category = "system",
    resource_type: ResourceType = "system",
    icon: str = "tool",
    requires_permission: bool = False,
    asks_person: bool = False,
) -> Callable[[Callable[..., Any]], FunctionExecutor]:
    """Turn a typed function or method, plain or async, into an executor.

    Methods are registered through an instance: `registry.register(Shop(database).orders)`. Every parameter but `self`
    needs a type; `Annotated[..., Field(json_schema_extra=ui(...))]` describes it. Defaults make parameters optional. A
    parameter of type `Invocation` is filled in and stays hidden. The first paragraph of the docstring is the
    description for models, else the title.

    Args:
        name: `ns:action`, e.g. `system:get_current_time`.
        title: display name; the action in words by default.
        help: text for people and models; the docstring's first paragraph by default.
        operation: the envelope's operation type.
        effect: repeatability of a call.
        category: group in the catalogue.
        resource_type: part of the result's metadata.
        icon: name of a Tabler icon.
        requires_permission: usable only with an allow rule.
        asks_person: each call waits for a person's answer, which is the result.
    Raises:
        ValueError: an illegal name, or an untyped parameter.
    """

    def decorate(function: Callable[..., Any]) -> FunctionExecutor:
        if not _ACTION.fullmatch(name):
            raise ValueError(f"{name!r} is not of the form ns:action (lower case, digits, underscores)")
        shown = title or _title_of(name)
        description = _first_paragraph(function) or (help or shown).en
        takes_self = next(iter(inspect.signature(function).parameters), "") == _SELF
        parameters, takes_invocation = _parameters_of(function, name)
        members = {
            "name": name,
            "title": shown,
            "help": help or Text.verbatim(description),
            "icon": icon,
            "category": category,
            "resource_type": resource_type,
            "operation": operation,
            "effect_class": effect,
            "requires_permission": requires_permission,
            "asks_person": asks_person,
            "__doc__": description,
            "__module__": function.__module__,
        }
        executor_class: type[FunctionExecutor] = type(f"{function.__name__}_executor", (FunctionExecutor,), members)
        return executor_class(function, parameters, takes_invocation, takes_self=takes_self)

    return decorate


def _title_of(name: str) -> Text:
    words = ToolId(name).short_name.replace("_", " ").strip().capitalize()
    return Text.verbatim(words)


def _first_paragraph(function: Callable[..., Any]) -> str:
    return " ".join((inspect.getdoc(function) or "").split("\n\n")[0].split())


def _parameters_of(function: Callable[..., Any], name: str) -> tuple[type[ToolParameters], str]:
    """Return the parameters' model and the name of the parameter that takes the invocation ("" for none)."""
    hints = get_type_hints(function, include_extras=True)
    takes_invocation = ""
    fields: dict[str, Any] = {}
    for parameter in inspect.signature(function).parameters.values():
        if parameter.name == _SELF:
            continue
        if parameter.name not in hints:
            raise ValueError(f"parameter {parameter.name!r} of {name!r} needs a type")
        if hints[parameter.name] is Invocation:
            takes_invocation = parameter.name
            continue
        default = ... if parameter.default is inspect.Parameter.empty else parameter.default
        fields[parameter.name] = (hints[parameter.name], default)
    model_name = "".join(part.title() for part in re.split(r"[:_]", name))
    return create_model(model_name, __base__=ToolParameters, **fields), takes_invocation
