"""Configured tools: their settings, the test button, how they do."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from django.contrib.auth.models import User
from pydantic import Field

from tools.api.code_checks import Finding
from tools.api.contract.endpoints import FoundIn, endpoint
from tools.api.contract.fields import JsonObject, JsonSchema
from tools.api.contract.shapes import Shape
from tools.api.people import Person
from tools.api.tool_results import ResultFormSelection, ToolResult
from tools.core.definitions import CallMode, ToolRef
from tools.core.naming.visible_name import READABLE
from tools.executors.http_request.key_move import offers_move
from tools.executors.registry import is_tool_implemented
from tools.forms.config_forms import secret_names
from tools.models import ToolConfig
from tools.secrets.redaction import redact
from tools.selectors import tool_types as catalogue
from tools.selectors.tool_configs import (
    TOOLS,
)
from tools.selectors.tool_health import tool_config_health
from tools.services.code_reviews import tool_config_findings
from tools.services.tool_configs import (
    tool_config_create,
    tool_config_delete,
    tool_config_draft,
    tool_config_update,
)
from tools.services.tool_tests import tool_test

VisibleTool = Annotated[ToolConfig, FoundIn(TOOLS, "use")]
OwnTool = Annotated[ToolConfig, FoundIn(TOOLS, "change")]
ToolName = Annotated[str, Field(min_length=1, max_length=200), READABLE]
ToolDescription = Annotated[str, Field(max_length=1024)]


class ToolConfigShape(Shape):
    """A configured tool; secret fields of `config` are null, `secrets_set` names those that have a value.

    People who may not change a shared tool see its settings without what looks like a secret.
    """

    id: UUID
    type: str
    name: str
    description: str
    enabled: bool
    config: JsonObject
    secrets_set: list[str]
    holds_movable_key: bool
    """True if a key in its address, headers or body can be moved to a credential."""
    tool_id: str
    function_name: str
    parameters_schema: JsonSchema
    implemented: bool
    owner: Person
    shared: bool
    """Everyone can use it in their workflows."""
    offered_over_mcp: bool
    """Other agents may call it at /mcp/, within the rights of their token."""
    created_at: datetime
    updated_at: datetime


class ToolConfigDetail(ToolConfigShape):
    """A configured tool, with what was found in its code."""

    findings: list[Finding]


class ToolDraftWrite(Shape):
    """Type, name and settings of a tool."""

    type: Annotated[str, Field(min_length=1, max_length=100)]
    """UI type such as http-request."""
    name: ToolName
    description: ToolDescription = ""
    config: JsonObject = Field(default_factory=dict)
    """Settings, secret fields included."""


class ToolConfigCreate(ToolDraftWrite):
    enabled: bool = True
    shared: bool = False
    offered_over_mcp: bool = False


class ToolConfigUpdate(Shape, partial=True):
    name: ToolName
    description: ToolDescription
    enabled: bool
    shared: bool
    offered_over_mcp: bool
    config: JsonObject
    """Replaces the settings. A secret that is left out or null keeps its value, an empty text removes it."""


class ToolDraftShape(Shape):
    parameters_schema: JsonSchema
    """Form of what is filled in at each call."""


class ToolTryRequest(ToolDraftWrite):
    """A tool that is not stored, and the call."""

    arguments: JsonObject = Field(default_factory=dict)
    mode: CallMode = "test"


class ToolTestRequest(Shape):
    arguments: JsonObject = Field(default_factory=dict)
    mode: CallMode = "test"
    function: str = Field("", max_length=128)
    """Function to call, of a tool that provides several."""
    session_id: str = Field("", max_length=120)
    """Session of a stateful tool; empty: a temporary one."""


class ToolTestReportShape(Shape):
    success: bool
    result: ToolResult
    duration_ms: float


class ToolHealthShape(Shape):
    """The newest live calls of a tool, at most 50 of them; `last_error` is empty when none of them failed."""

    calls: int
    succeeded: int
    last_call_at: datetime | None
    last_error: str
    last_error_at: datetime | None


@endpoint("GET", "tools/configs/")
def tool_configs_list(user: User) -> list[ToolConfigShape]:
    """List one's own tools and the shared ones that one took up, by name."""
    return [ToolConfigShape.of(tool, **_named(tool, user)) for tool in TOOLS.may("list", user)]


@endpoint("POST", "tools/configs/", status=201)
def tool_configs_create(user: User, body: ToolConfigCreate) -> ToolConfigDetail:
    """Configure a tool; secret fields of `config` are stored encrypted and never come back."""
    return _detail(tool_config_create(owner=user, complete=True, **dict(body)), user)


@endpoint("POST", "tools/configs/draft/")
def tool_configs_draft(user: User, body: ToolDraftWrite) -> ToolDraftShape:
    """Check a tool as creating it would, and store nothing."""
    draft = tool_config_draft(owner=user, **dict(body))
    return ToolDraftShape.of(draft, parameters_schema=draft.parameters_schema)


@endpoint("POST", "tools/configs/try/")
def tool_configs_try(user: User, query: ResultFormSelection, body: ToolTryRequest) -> ToolTestReportShape:
    """Call a tool that is not stored once through the gateway; mode `test` checks everything and sends nothing."""
    values = dict(body)
    call = {name: values.pop(name) for name in ("arguments", "mode")}
    draft = tool_config_draft(owner=user, **values)
    report = tool_test(tool=draft.ref, user=user, result_form=query.result_form, **call)
    return ToolTestReportShape.of(report, result=report.result)


@endpoint("GET", "tools/configs/<uuid:config_id>/")
def tool_configs_retrieve(user: User, tool: VisibleTool) -> ToolConfigDetail:
    """Return the tool; its secrets are null."""
    return _detail(tool, user)


@endpoint("PATCH", "tools/configs/<uuid:config_id>/")
def tool_configs_update(user: User, tool: OwnTool, body: ToolConfigUpdate) -> ToolConfigDetail:
    """Change the tool; what is left out stays."""
    given = body.sent()
    return _detail(tool_config_update(tool=tool, complete="config" in given, **given), user)


@endpoint("DELETE", "tools/configs/<uuid:config_id>/")
def tool_configs_destroy(tool: OwnTool) -> None:
    """Delete the tool and its secrets."""
    tool_config_delete(tool=tool)


@endpoint("POST", "tools/configs/<uuid:config_id>/test/")
def tool_configs_test(
    user: User, tool: VisibleTool, query: ResultFormSelection, body: ToolTestRequest
) -> ToolTestReportShape:
    """Call the tool once through the gateway; mode `test` checks everything and sends nothing."""
    values = dict(body)
    ref = ToolRef(tool.tool_id.of_function(values.pop("function")))
    report = tool_test(tool=ref, user=user, result_form=query.result_form, **values)
    return ToolTestReportShape.of(report, result=report.result)


@endpoint("GET", "tools/configs/<uuid:config_id>/health/")
def tool_configs_health(user: User, tool: VisibleTool) -> ToolHealthShape:
    """Count the tool's newest live calls and return its last error."""
    return ToolHealthShape.of(tool_config_health(tool=tool, user=user))


def _detail(tool: ToolConfig, user: User) -> ToolConfigDetail:
    findings = [Finding.of(one) for one in tool_config_findings(tool=tool)]
    return ToolConfigDetail.of(tool, findings=findings, **_named(tool, user))


def _named(tool: ToolConfig, user: User) -> dict[str, Any]:
    """Return the values that are not columns of the tool, or not for everybody as they are stored."""
    config = tool.config if TOOLS.may_change(user, tool) else redact(tool.config)
    secrets = tool.credential.value_names if tool.credential else []
    return {
        "config": {**config, **dict.fromkeys(secret_names(tool.type))},
        "secrets_set": secrets,
        "holds_movable_key": offers_move(tool.type, tool.config, secrets),
        "function_name": catalogue.function_name(tool),
        "parameters_schema": catalogue.parameters_schema(tool),
        "implemented": is_tool_implemented(tool.type),
        "owner": Person.of(tool.owner),
    }
