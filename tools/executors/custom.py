"""A tool that a person writes: typed parameters and Python that runs in the sandbox. Pure."""

import hashlib
from functools import lru_cache
from typing import Any, Literal

from pydantic import Field, create_model, field_validator

from tools.definitions import EffectClass, OperationType, Text
from tools.envelope import ToolResult, query_success
from tools.executors.base import Executor, Invocation, ToolModel, ToolParameters, UiTool
from tools.field_errors import refused_value
from tools.sandbox import findings
from tools.sandbox_memory import SandboxMemory
from tools.schema import ui
from tools.session_scope import SessionScope

MAX_SCRIPT_CHARACTERS = 50_000
_TIMEOUT_S = 10.0
_NAME_FORM = Text(
    "Use letters, digits and underscores, not starting with a digit; `args` is taken.",
    "只能使用字母、数字和下划线，且不能以数字开头；args 已被占用。",
)
_ParameterType = Literal["string", "number", "boolean", "array", "object"]
_TYPES: dict[str, Any] = {
    "string": str,
    "number": int | float,
    "boolean": bool,
    "array": list[Any],
    "object": dict[str, Any],
}


class ParameterRow(ToolModel):
    """One parameter of the tool."""

    name: str = Field(
        default="",
        max_length=64,
        json_schema_extra=ui("Name", "名称", "Letters, digits and underscores.", "字母、数字和下划线。"),
    )
    type: _ParameterType = Field(
        default="string",
        json_schema_extra=ui(
            "Type",
            "类型",
            enum_labels={
                "string": Text("Text", "文本"),
                "number": Text("Number", "数字"),
                "boolean": Text("Yes or no", "布尔"),
                "array": Text("List", "数组"),
                "object": Text("Object", "对象"),
            },
        ),
    )
    description: str = Field(
        default="",
        max_length=1024,
        json_schema_extra=ui("Description", "说明", "Tells the model what to fill in.", "告诉模型应填写什么。"),
    )
    required: bool = Field(default=True, json_schema_extra=ui("Required", "必填"))

    @field_validator("name")
    @classmethod
    def _usable_name(cls, name: str) -> str:
        if not (name.isascii() and name.isidentifier()) or name == "args":
            raise refused_value("parameter_name", _NAME_FORM)
        return name


class CustomConfig(ToolModel):
    """The tool's description, parameters and code."""

    description: str = Field(
        default="",
        max_length=1024,
        json_schema_extra=ui("Description", "描述", "Tells the model what the tool does.", "告诉模型此工具的用途。"),
    )
    parameters: list[ParameterRow] = Field(
        default_factory=list,
        max_length=50,
        json_schema_extra=ui(
            "Parameters", "参数", "What the model fills in.", "由模型填写的参数。", widget="parameters"
        ),
    )
    script: str = Field(
        default="",
        max_length=MAX_SCRIPT_CHARACTERS,
        json_schema_extra=ui(
            "Script",
            "脚本",
            "Python. Define main(args), or let the last expression be the result. No network, no files.",
            "Python 代码。定义 main(args)，或以最后一个表达式作为结果。无法访问网络和文件。",
            widget="code",
            language="python",
        ),
    )

    keeps_variables: bool = Field(
        default=False,
        json_schema_extra=ui(
            "Keep variables",
            "保留变量",
            "Calls of one session find the global variables that the one before has left.",
            "同一会话中，后一次调用可以使用前一次调用留下的全局变量。",
        ),
    )

    @field_validator("parameters")
    @classmethod
    def _distinct_names(cls, rows: list[ParameterRow]) -> list[ParameterRow]:
        names = [row.name for row in rows]
        if twice := sorted({name for name in names if names.count(name) > 1}):
            listed = ", ".join(twice)
            raise refused_value("duplicate_name", Text(f"Used twice: {listed}.", f"名称重复：{listed}。"))
        return rows

    @field_validator("script")
    @classmethod
    def _readable_script(cls, script: str) -> str:
        if found := findings(script):
            text = Text(
                " ".join(f"Line {finding.line}: {finding.message.en}" for finding in found),
                "".join(f"第 {finding.line} 行：{finding.message.zh}" for finding in found),
            )
            raise refused_value("script", text)
        return script


class CustomExecutor(Executor[CustomConfig, ToolParameters]):
    """`custom`: without any access to the outside, so a call may always be repeated."""

    name = "custom"
    title = Text("Custom tool", "自定义工具")
    help = Text("Run a small Python script in a sandbox.", "在沙箱中运行一段 Python 脚本。")
    icon = "code"
    category = "code"
    resource_type = "code"
    operation = OperationType.QUERY
    effect_class = EffectClass.PURE
    parameters_model = ToolParameters
    ui_tools = (UiTool("custom", title, help, "code", CustomConfig),)

    def parameters(self, config: CustomConfig) -> type[ToolParameters]:
        """Return the parameters that the person declared."""
        return _parameters_model(
            tuple((row.name, row.type, row.description, row.required) for row in config.parameters)
        )

    def missing(self, config: CustomConfig) -> Text | None:
        """A tool without a script does nothing."""
        return None if config.script.strip() else Text("The script is empty.", "脚本为空。")

    def describe(self, config: CustomConfig) -> str:
        """Return what the person wrote."""
        return config.description or super().describe(config)

    def keeps_session(self, config: CustomConfig) -> bool:
        """Calls share variables where the person wants it."""
        return config.keeps_variables

    def execute(self, config: CustomConfig, parameters: ToolParameters, invocation: Invocation) -> ToolResult:
        """Run the script; what it prints goes into the metadata as `logs`."""
        arguments = parameters.model_dump(by_alias=True, mode="json")
        timeout_s = min(_TIMEOUT_S, invocation.timeout_s)
        memory = _memory(config, invocation.session)
        result = invocation.runtime.sandbox.run(config.script, arguments, timeout_s=timeout_s, memory=memory)
        metadata = {"logs": result.logs} if result.logs else {}
        return query_success(result.value, "The script has run.", **metadata)


def _memory(config: CustomConfig, session: SessionScope) -> SandboxMemory | None:
    if not config.keeps_variables:
        return None
    # Each script has variables of its own, also where one session serves several tools.
    key = f"variables:{hashlib.sha256(config.script.encode()).hexdigest()}"
    return session.keep(key, lambda: SandboxMemory(session.stored(key)))


@lru_cache(maxsize=256)
def _parameters_model(rows: tuple[tuple[str, _ParameterType, str, bool], ...]) -> type[ToolParameters]:
    # Fields get names of our own and the declared ones as aliases: `json` or `copy` would hide methods of the model.
    fields: dict[str, Any] = {
        f"parameter_{number}": (
            _TYPES[type_] if required else _TYPES[type_] | None,
            Field(
                default=... if required else None,
                alias=name,
                json_schema_extra=ui(name, name, description, description),
            ),
        )
        for number, (name, type_, description, required) in enumerate(rows)
    }
    return create_model("CustomParameters", __base__=ToolParameters, **fields)
