"""A tool that a person writes: typed parameters and code that runs in the sandbox. Pure."""

import hashlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from pydantic import Field, create_model

from tools.core.call.inner_calls import InnerFunction
from tools.core.definitions import CallContext, EffectClass, JsonObject, OperationType, ToolRef
from tools.core.envelope import ToolResult
from tools.core.text import Text
from tools.executors.contract.code_results import script_result
from tools.executors.contract.executor import Executor, Invocation, ToolParameters, UiTool
from tools.executors.contract.schema import ui
from tools.executors.custom.settings import HTTP_GET, CustomConfig, ParameterType
from tools.sandbox.code_findings import CodeFinding
from tools.sandbox.code_review import review
from tools.sandbox.memory import SandboxMemory
from tools.sessions.scope import SessionScope

_TIMEOUT_S = 10.0
_TYPES: dict[str, Any] = {
    "string": str,
    "number": int | float,
    "boolean": bool,
    "array": list[Any],
    "object": dict[str, Any],
}


class CustomExecutor(Executor[CustomConfig, ToolParameters]):
    """`custom`: reaches the outside by granted functions only, each call of which goes through the gateway."""

    name = "custom"
    title = Text("Custom tool")
    help = Text("Run a small Python or JavaScript program in a sandbox.")
    keywords = Text("python, javascript, js, script, code, function")
    icon = "braces"
    category = "code"
    resource_type = "code"
    operation = OperationType.QUERY
    effect_class = EffectClass.PURE
    required = ("script",)
    ui_tools = (UiTool("custom", title, help, icon, CustomConfig),)

    def parameters(self, config: CustomConfig) -> type[ToolParameters]:
        return _parameters_model(
            tuple((row.name, row.type, row.description, row.required) for row in config.parameters)
        )

    def describe(self, config: CustomConfig) -> str:
        return config.description or super().describe(config)

    def keeps_session(self, config: CustomConfig) -> bool:
        return config.keeps_variables

    def effect(self, config: CustomConfig, parameters: ToolParameters, context: CallContext) -> EffectClass:
        """Say what the granted functions allow for: nothing, reading by HTTP, or anything."""
        if not config.functions:
            return EffectClass.PURE
        only_reads = all(row.tool == HTTP_GET for row in config.functions)
        return EffectClass.REPEATABLE if only_reads else EffectClass.UNREPEATABLE

    def grants(self, config: CustomConfig) -> Mapping[str, ToolRef]:
        return {row.name: row.ref for row in config.functions}

    def review(self, config: CustomConfig, functions: Mapping[str, JsonObject | None]) -> Sequence[CodeFinding]:
        """Return what is wrong with the script: it is parsed, checked for types and looked through."""
        return review(
            config.script,
            inputs=self.parameters_schema(config),
            functions=functions,
            keeps_variables=config.keeps_variables,
            language=config.language,
        )

    def execute(self, config: CustomConfig, parameters: ToolParameters, invocation: Invocation) -> ToolResult:
        """Run the script; what it prints goes into the metadata as `logs`."""
        result = invocation.runtime.sandbox.run(
            config.script,
            parameters.model_dump(mode="json"),
            # A little less than there is, so that the sandbox is first to say that the time is up.
            timeout_s=min(_TIMEOUT_S, invocation.timeout_s * 0.9),
            language=config.language,
            memory=_memory(config, invocation.session),
            functions=self._functions(config, invocation),
            depth=len(invocation.context.within),
            cancel=invocation.cancel,
            exact_integers=config.exact_integers,
        )
        return script_result(result.value, result.logs, self.operation, reads_results=config.reads_results)

    def _functions(self, config: CustomConfig, invocation: Invocation) -> Mapping[str, InnerFunction]:
        if not config.functions or invocation.calls is None:
            return {}
        clock = invocation.runtime.clock
        deadline = clock.monotonic() + invocation.timeout_s
        return invocation.calls.functions(self.grants(config), lambda: deadline - clock.monotonic())


def _memory(config: CustomConfig, session: SessionScope) -> SandboxMemory | None:
    if not config.keeps_variables:
        return None
    # Each script has variables of its own, also where one session serves several tools.
    key = f"variables:{hashlib.sha256(config.script.encode()).hexdigest()}"
    return session.keep(key, lambda: SandboxMemory(session.stored(key)))


@lru_cache(maxsize=256)
def _parameters_model(rows: tuple[tuple[str, ParameterType, str, bool], ...]) -> type[ToolParameters]:
    # Fields get names of our own and the declared ones as aliases: `json` or `copy` would hide methods of the model.
    fields: dict[str, Any] = {
        f"parameter_{number}": (
            _TYPES[type_] if required else _TYPES[type_] | None,
            Field(
                default=... if required else None,
                alias=name,
                json_schema_extra=ui(Text.verbatim(name), Text.verbatim(description) if description else None),
            ),
        )
        for number, (name, type_, description, required) in enumerate(rows)
    }
    return create_model("CustomParameters", __base__=ToolParameters, **fields)
