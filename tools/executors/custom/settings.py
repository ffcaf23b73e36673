"""What a person fills in of a tool that they write: parameters, granted functions and Python. Pure."""

import keyword
from typing import Literal

from pydantic import Field, ValidationInfo, field_validator

from tools.core.definitions import Text, ToolRef
from tools.core.field_errors import refused_value
from tools.core.tool_id import ToolId, ToolKind
from tools.executors.contract.executor import ToolModel
from tools.executors.contract.schema import ui
from tools.sandbox.code_findings import findings

MAX_SCRIPT_CHARACTERS = 50_000
HTTP_GET = "http_get"
"""Stands for a GET request to any address, under the rules for HTTP requests."""
MAX_FUNCTIONS = 20
MAX_PARAMETERS = 50
CODE_IS_REVIEWED = {"code_is_reviewed": True}
"""Validation context for whoever looks through the code anyway, and can tell more than one field error."""
_NAME_FORM = Text(
    "Use letters, digits and underscores, not starting with a digit; `args` is taken.",
    "只能使用字母、数字和下划线，且不能以数字开头；args 已被占用。",
)
_GRANTED = frozenset({"tool", "mcp", "system"})
"""Namespaces of the tools that code may be given."""
_TAKEN = frozenset({"args", "main"})
GRANTED_TOOL = "granted_tool"
"""Code of the error that a granted tool is not there, or is no tool."""
_TOOL_FORM = Text(
    "Enter http_get, or the id of a tool: tool:<id>, mcp:<id>:<function> or system:<action>.",
    "请填写 http_get 或工具 ID：tool:<id>、mcp:<id>:<功能> 或 system:<操作>。",
)
ParameterType = Literal["string", "number", "boolean", "array", "object"]


class ParameterRow(ToolModel):
    """One parameter of the tool."""

    name: str = Field(
        default="",
        max_length=64,
        json_schema_extra=ui("Name", "名称", "Letters, digits and underscores.", "字母、数字和下划线。"),
    )
    type: ParameterType = Field(
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
        json_schema_extra=ui("Description", "说明", "Explains to the model what to fill in.", "向模型说明应填写什么。"),
    )
    required: bool = Field(default=True, json_schema_extra=ui("Required", "必填"))

    @field_validator("name")
    @classmethod
    def _usable_name(cls, name: str) -> str:
        if not (name.isascii() and name.isidentifier()) or name == "args":
            raise refused_value("parameter_name", _NAME_FORM)
        return name


class FunctionRow(ToolModel):
    """One tool that the code may call."""

    name: str = Field(
        default="",
        max_length=64,
        json_schema_extra=ui("Function", "函数名", "The name used in the code.", "代码中使用的函数名。"),
    )
    tool: str = Field(
        default="",
        max_length=200,
        json_schema_extra=ui("Tool", "工具", "http_get, or the id of a tool.", "http_get 或工具 ID。"),
    )

    @field_validator("name")
    @classmethod
    def _usable_name(cls, name: str) -> str:
        if not (name.isascii() and name.isidentifier()) or keyword.iskeyword(name) or name in _TAKEN:
            raise refused_value("function_name", _NAME_FORM)
        return name

    @field_validator("tool")
    @classmethod
    def _tool_id(cls, tool: str) -> str:
        tool = tool.strip()
        if tool != HTTP_GET and ToolId.parse(tool).namespace not in _GRANTED:
            raise refused_value(GRANTED_TOOL, _TOOL_FORM)
        return tool

    @property
    def ref(self) -> ToolRef:
        """The tool as the gateway knows it."""
        if self.tool == HTTP_GET:
            return ToolRef(
                str(ToolId(ToolKind.INLINE, HTTP_GET)), ui_type="http-request", name=HTTP_GET, config={"method": "GET"}
            )
        return ToolRef(self.tool)


class CustomConfig(ToolModel):
    """The tool's description, parameters and code."""

    description: str = Field(
        default="",
        max_length=1024,
        json_schema_extra=ui(
            "Description", "描述", "Used where the tool has no description of its own.", "工具本身没有描述时使用。"
        ),
    )
    parameters: list[ParameterRow] = Field(
        default_factory=list,
        max_length=MAX_PARAMETERS,
        json_schema_extra=ui(
            "Parameters", "参数", "What the model fills in.", "由模型填写的参数。", widget="parameters"
        ),
    )
    functions: list[FunctionRow] = Field(
        default_factory=list,
        max_length=MAX_FUNCTIONS,
        json_schema_extra=ui(
            "Granted functions",
            "授权的函数",
            "Tools that the code may call, within the rights of whoever calls this tool.",
            "代码可以调用的工具；调用时按此工具调用者的权限执行。",
            widget="granted-functions",
        ),
    )
    script: str = Field(
        default="",
        max_length=MAX_SCRIPT_CHARACTERS,
        json_schema_extra=ui(
            "Script",
            "脚本",
            "Python. Define main(args), or let the last expression be the result. "
            "No files, no network except through granted functions.",
            "Python 代码。定义 main(args)，或以最后一个表达式作为结果。无法访问文件，只能通过授权的函数访问网络。",
            widget="code",
            language="python",
        ),
    )

    keeps_variables: bool = Field(
        default=False,
        json_schema_extra=ui(
            "Keep variables",
            "保留变量",
            "Calls in one session see the global variables of the call before.",
            "同一会话中，后一次调用可以使用前一次调用留下的全局变量。",
        ),
    )

    @field_validator("parameters")
    @classmethod
    def _distinct_parameters(cls, rows: list[ParameterRow]) -> list[ParameterRow]:
        _refuse_twice([row.name for row in rows])
        return rows

    @field_validator("functions")
    @classmethod
    def _distinct_functions(cls, rows: list[FunctionRow], info: ValidationInfo) -> list[FunctionRow]:
        _refuse_twice([row.name for row in rows] + [row.name for row in info.data.get("parameters", ())])
        return rows

    @field_validator("script")
    @classmethod
    def _readable_script(cls, script: str, info: ValidationInfo) -> str:
        if info.context != CODE_IS_REVIEWED and (found := findings(script)):
            text = Text(
                " ".join(f"Line {finding.line}: {finding.message.en}" for finding in found),
                "".join(f"第 {finding.line} 行：{finding.message.zh}" for finding in found),
            )
            raise refused_value("script", text)
        return script


def _refuse_twice(names: list[str]) -> None:
    if twice := sorted({name for name in names if names.count(name) > 1}):
        listed = ", ".join(twice)
        raise refused_value("duplicate_name", Text(f"Used twice: {listed}.", f"名称重复：{listed}。"))
