"""Settings of a user-written tool: parameters, granted functions and code. Pure."""

import keyword
from typing import Annotated, ClassVar, Literal

from pydantic import ValidationInfo, field_validator

from tools.core.definitions import JsonObject, ToolRef
from tools.core.field_errors import refused_value
from tools.core.text import Text, listed, sentences
from tools.core.tool_id import NO_TOOL, ToolId, ToolKind, id_length
from tools.executors.contract.code_results import READS_NO_RESULTS, reads_results_field
from tools.executors.contract.executor import ToolModel
from tools.executors.contract.schema import form_field, language_field
from tools.sandbox.code_findings import findings, on_line
from tools.sandbox.outcome import Language

MAX_SCRIPT_CHARACTERS = 50_000
HTTP_GET = "http_get"
"""Grants GET requests to any address, under the rules for HTTP requests."""
MAX_FUNCTIONS = 20
MAX_PARAMETERS = 50
CODE_IS_REVIEWED = {"code_is_reviewed": True}
"""Validation context of reviewers, which report more than one field error."""
_NAME_FORM = Text("Use letters, digits and underscores, not starting with a digit. The name “args” is reserved.")
_GRANTED = frozenset({"tool", "mcp", "system"})
"""Namespaces of the tools that code may be given."""
_TAKEN = frozenset({"args", "main"})
GRANTED_TOOL = "granted_tool"
"""Code of the error that a granted tool is not there, or is no tool."""
_TOOL_FORM = Text("Enter http_get, or a tool ID: tool:<id>, mcp:<id>:<function> or system:<action>.")
ParameterType = Literal["string", "number", "boolean", "array", "object"]


class ParameterRow(ToolModel):
    name: str = form_field("Name", "Letters, digits and underscores.", default="", max_length=64)
    type: ParameterType = form_field(
        "Type",
        default="string",
        enum_labels={
            "string": Text("Text"),
            "number": Text("Number"),
            "boolean": Text("Yes or no"),
            "array": Text("List"),
            "object": Text("Object"),
        },
    )
    description: str = form_field("Description", "Describes the value to the model.", default="", max_length=1024)
    required: bool = form_field("Required", default=True)

    @field_validator("name")
    @classmethod
    def _usable_name(cls, name: str) -> str:
        if not (name.isascii() and name.isidentifier()) or name == "args":
            raise refused_value("parameter_name", _NAME_FORM)
        return name


class FunctionRow(ToolModel):
    """One tool that the code may call."""

    name: str = form_field("Function", "The name used in the code.", default="", max_length=64)
    tool: Annotated[ToolId, id_length(max_length=200)] = form_field(
        "Tool", "http_get, or the ID of a tool.", default=NO_TOOL
    )

    @field_validator("name")
    @classmethod
    def _usable_name(cls, name: str) -> str:
        if not (name.isascii() and name.isidentifier()) or keyword.iskeyword(name) or name in _TAKEN:
            raise refused_value("function_name", _NAME_FORM)
        return name

    @field_validator("tool")
    @classmethod
    def _granted(cls, tool: ToolId) -> ToolId:
        if tool != HTTP_GET and tool.namespace not in _GRANTED:
            raise refused_value(GRANTED_TOOL, _TOOL_FORM)
        return tool

    @property
    def ref(self) -> ToolRef:
        """The tool as the gateway knows it."""
        if self.tool == HTTP_GET:
            inline = ToolId.of(ToolKind.INLINE, HTTP_GET)
            return ToolRef(inline, ui_type="http-request", name=HTTP_GET, config={"method": "GET"})
        return ToolRef(self.tool)


class CustomConfig(ToolModel):
    earlier: ClassVar[JsonObject] = {"exactIntegers": False, **READS_NO_RESULTS}
    description: str = form_field("Description", "Used if the tool has no description.", default="", max_length=1024)
    parameters: list[ParameterRow] = form_field(
        "Parameters",
        "Values for the model to fill in.",
        default_factory=list,
        max_length=MAX_PARAMETERS,
        widget="parameters",
    )
    functions: list[FunctionRow] = form_field(
        "Granted functions",
        "Tools that the code may call, with the permissions of the caller.",
        default_factory=list,
        max_length=MAX_FUNCTIONS,
        widget="granted-functions",
    )
    language: Language = language_field()
    script: str = form_field(
        "Script",
        "Define main(args), or let the last expression be the result. No file access; network only through "
        "granted functions.",
        default="",
        max_length=MAX_SCRIPT_CHARACTERS,
        widget="code",
        language="python",
    )

    keeps_variables: bool = form_field(
        "Keep variables",
        "Calls in the same session share global variables; in JavaScript, the object state.",
        default=False,
    )
    exact_integers: bool = form_field(
        "Exact integers",
        "Integers beyond 2^53 arrive as BigInt, which Number(id) rounds. When off, they arrive rounded.",
        default=True,
        show_if={"language": ["javascript"]},
    )
    reads_results: bool = reads_results_field()

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
        is_python = info.data.get("language") == "python"
        if is_python and info.context != CODE_IS_REVIEWED and (found := findings(script)):
            raise refused_value("script", sentences(on_line(finding.line, finding.message) for finding in found))
        return script


def _refuse_twice(names: list[str]) -> None:
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise refused_value("duplicate_name", Text("Used twice: {names}.", names=listed(twice)))
