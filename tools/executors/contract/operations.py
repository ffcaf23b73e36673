"""Tools with several operations: a table of what each one takes, and the executor that reads it. Pure."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, TypeVar

from tools.core.definitions import CallContext, EffectClass, JsonObject
from tools.core.envelope import ToolResult
from tools.core.errors import ToolArgumentsError
from tools.core.text import Text
from tools.executors.contract.executor import C, Executor, Invocation, P, Rehearsal
from tools.executors.contract.schema import form_field

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class ToolOperation(Generic[R]):
    run: R
    """Does the work; each tool calls its own with what it needs."""
    needs: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()
    """Further parameters; all others leave the schema when a person fixes the operation."""
    effect: EffectClass = EffectClass.UNREPEATABLE
    keyed: bool = False
    """True: with the key of the call a repetition counts once."""
    scopes: tuple[str, ...] = ()
    """Scopes that the account must have been granted."""

    @property
    def repeatable(self) -> bool:
        """True: a repetition changes nothing more."""
        return self.effect is not EffectClass.UNREPEATABLE


class OperationExecutor(Executor[C, P]):
    """Executor of a tool of which one parameter names the operation."""

    operations: ClassVar[Mapping[Any, ToolOperation[Any]]]
    choice: ClassVar[str] = "action"
    """Name of the parameter, and of the setting that fixes it."""

    def fixed_operation(self, config: C) -> str | None:
        """Return the operation that the person has fixed; None while the model chooses."""
        fixed: str | None = getattr(config, self.choice)
        return fixed

    def bound(self, config: C) -> JsonObject:
        """Return what the person filled in; parameters that a fixed operation does not use are fixed as absent."""
        filled = super().bound(config)
        fixed = self.fixed_operation(config)
        if fixed is None:
            return filled
        used = {*self.operations[fixed].needs, *self.operations[fixed].takes}
        fields = self.parameters_model.model_fields.items()
        absent = {name: field.get_default(call_default_factory=True) for name, field in fields if name not in used}
        return {**absent, self.choice: fixed, **{name: filled[name] for name in filled if name in used}}

    def parameters_schema(self, config: C) -> JsonObject:
        """Return what is left to fill in; a fixed operation names what it needs."""
        schema = super().parameters_schema(config)
        fixed = self.fixed_operation(config)
        needed = [name for name in (self.operations[fixed].needs if fixed else ()) if name in schema["properties"]]
        required = list(dict.fromkeys([*schema.get("required", []), *needed]))
        return {**schema, "required": required} if required else schema

    def effect(self, config: C, parameters: P, context: CallContext) -> EffectClass:
        row = self.row(parameters)
        return EffectClass.REPEATABLE if row.keyed and context.idempotency_key else row.effect

    def rehearse(self, config: C, parameters: P, invocation: Invocation) -> Rehearsal:
        self.check(parameters, invocation)
        return replace(super().rehearse(config, parameters, invocation), would=self.would(parameters))

    def execute(self, config: C, parameters: P, invocation: Invocation) -> ToolResult:
        self.check(parameters, invocation)
        return self.run(config, parameters, invocation)

    def row(self, parameters: P) -> ToolOperation[Any]:
        return self.operations[getattr(parameters, self.choice)]

    def check(self, parameters: P, invocation: Invocation) -> None:
        """Check what needs no network.

        Raises:
            ToolError: the operation lacks something, or a value is invalid.
        """
        operation = getattr(parameters, self.choice)
        for name in self.operations[operation].needs:
            if not getattr(parameters, name):
                raise ToolArgumentsError(
                    Text("{operation} needs {name}.", operation=operation, name=name), details={"argument": name}
                )

    def would(self, parameters: P) -> Text:
        """Return what a call would do, as the end of "It would …"."""
        return Text("call {tool}", tool=self.title)

    @abstractmethod
    def run(self, config: C, parameters: P, invocation: Invocation) -> ToolResult:
        """Do the work, with arguments that are checked.

        Raises:
            ToolError: the call failed.
        """


def choice_field(title: Text, labels: Mapping[Any, Text], default: str | None) -> Any:
    """Return the field in which a person fixes the operation, or leaves it open."""
    return form_field(title, "The model chooses if you do not.", default=default, enum_labels=dict(labels))


def action_field(labels: Mapping[Any, Text]) -> Any:
    """Return the field in which a person fixes what is done, or leaves it open; it begins with `publish`."""
    return choice_field(Text("Action"), labels, "publish")


def line_field(title: Text, help: Text | None = None) -> Any:
    """Return a field with one line of a post, which may hold variables."""
    return form_field(title, help, default="", widget="template-line")


def text_field(title: Text, help: Text | None = None) -> Any:
    """Return a field with a longer text of a post, which may hold variables."""
    return form_field(title, help, default="", widget="template")


def lines_field(title: Text, help: Text) -> Any:
    return form_field(title, help, default_factory=list, widget="lines")


def secret_field(title: Text, help: Text | None = None) -> Any:
    return form_field(title, help, default="", widget="secret")
