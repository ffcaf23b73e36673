"""Checks of code that is being written."""

from typing import Annotated, Literal

from django.contrib.auth.models import User
from pydantic import Field, StringConstraints

from tools.api.contract.endpoints import endpoint
from tools.api.contract.fields import LocalText
from tools.api.contract.shapes import Shape
from tools.core.tool_id import ToolId
from tools.executors.custom.settings import GRANTED_TOOL, MAX_FUNCTIONS, MAX_PARAMETERS, FunctionRow
from tools.services.code_reviews import code_findings, lost_grants

MAX_CODE_CHARACTERS = 100_000


class Finding(Shape):
    """Something in a piece of code; `line` and `column` count from 1."""

    line: int
    column: int
    code: str
    """Stable, e.g. syntax, unknown_name, unknown_module, endless_loop."""
    severity: Literal["error", "warning"]
    """error: the code is not stored; warning: worth a look."""
    message: LocalText


class CodeInput(Shape):
    name: str = Field(max_length=200)
    type: Literal["any", "string", "number", "boolean", "array", "object"] = "any"
    optional: bool = False


class CodeFunction(Shape):
    name: str = Field(max_length=64)
    tool: str = Field(max_length=200)
    """http_get, or the ID of a tool."""


class CodeCheck(Shape):
    code: Annotated[str, StringConstraints(strip_whitespace=False), Field(max_length=MAX_CODE_CHARACTERS)]
    language: Literal["python", "javascript"] = "python"
    inputs: list[CodeInput] = Field(default_factory=list, max_length=MAX_PARAMETERS)
    functions: list[CodeFunction] = Field(default_factory=list, max_length=MAX_FUNCTIONS)
    keeps_variables: bool = False


class LostGrant(Shape):
    """A granted tool that is not there; the tool would not be stored like this."""

    pointer: str
    """Into the request, e.g. /functions/0/tool."""
    code: str
    """granted_tool."""
    message: LocalText


class CodeCheckReport(Shape):
    findings: list[Finding]
    lost_grants: list[LostGrant]


@endpoint("POST", "tools/code-check/")
def code_check(user: User, body: CodeCheck) -> CodeCheckReport:
    """Return what is wrong with code for the sandbox, by line, and which granted tools are not there.

    An unfinished row of a form counts for nothing.
    """
    inputs = [row for row in body.inputs if row.name]
    granted = {
        place: FunctionRow.model_construct(name=row.name, tool=ToolId(row.tool))
        for place, row in enumerate(body.functions)
        if row.tool
    }
    found = code_findings(
        user=user,
        code=body.code,
        inputs={
            "properties": {row.name: {} if row.type == "any" else {"type": row.type} for row in inputs},
            "required": [row.name for row in inputs if not row.optional],
        },
        functions={row.name: row.ref for row in granted.values() if row.name.isidentifier()},
        keeps_variables=body.keeps_variables,
        language=body.language,
    )
    reasons = lost_grants(user=user, tools=[row.ref for row in granted.values()])
    lost = [
        LostGrant.model_construct(pointer=f"/functions/{place}/tool", code=GRANTED_TOOL, message=reason)
        for place, reason in zip(granted, reasons, strict=True)
        if reason is not None
    ]
    return CodeCheckReport.model_construct(findings=[Finding.of(one) for one in found], lost_grants=lost)
