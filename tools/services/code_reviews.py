"""Code that people write, looked through before it is stored; granted tools are seen with their owner's rights."""

from collections.abc import Mapping, Sequence

from django.contrib.auth.models import User
from pydantic import ValidationError

from tools.adapters import gateway
from tools.code_findings import Finding
from tools.code_review import review
from tools.definitions import CallContext, JsonObject, Text, ToolRef
from tools.errors import RecordInvalidError
from tools.executors.custom_settings import CODE_IS_REVIEWED
from tools.models import ToolConfig
from tools.registry import registry
from tools.resolved import ResolvedTool
from tools.schema import code_fields
from tools.selectors import caller_of
from tools.tool_functions import wanted_of

_FAULTY = Text("The code cannot work like this.", "代码存在错误，无法运行。")


def code_findings(
    *, user: User, code: str, inputs: JsonObject, functions: Mapping[str, ToolRef], keeps_variables: bool = False
) -> list[Finding]:
    """Look through code that is being written.

    Args:
        inputs: JSON Schema of what the code is given.
        functions: tools that the code may call, by the name of the function.
        keeps_variables: names may come from an earlier run.
    """
    return review(
        code, inputs=inputs, functions=_parameters(functions, _context(user)), keeps_variables=keeps_variables
    )


def tool_config_findings(*, tool: ToolConfig) -> Sequence[Finding]:
    """Look through the code in a tool's settings; nothing for settings that are wrong elsewhere."""
    found = registry.for_ui_type(tool.type)
    if found is None:
        return ()
    executor, ui_tool = found
    try:
        config = ui_tool.config.model_validate(tool.full_config(), context=CODE_IS_REVIEWED)
    except ValidationError:
        return ()
    return executor.review(config, _parameters(executor.grants(config), _context(tool.owner)))


def refuse_faulty_code(tool: ToolConfig) -> None:
    """Look through a tool's code before it is stored.

    Raises:
        RecordInvalidError: `details["findings"]` are all findings, `details["errors"]` those that must be mended.
    """
    found = tool_config_findings(tool=tool)
    faults = [finding for finding in found if finding.severity == "error"]
    if not faults:
        return
    field = next(iter(code_fields(registry.config_model(tool.type))))
    errors = [
        {
            "pointer": f"/config/{field}",
            "code": finding.code,
            "message": f"Line {finding.line}: {finding.message.en}",
            "message_zh": f"第 {finding.line} 行：{finding.message.zh}",
        }
        for finding in faults
    ]
    raise RecordInvalidError(_FAULTY, details={"errors": errors, "findings": [finding.to_json() for finding in found]})


def _context(user: User) -> CallContext:
    return CallContext(caller=caller_of(user), origin="tool")


def _parameters(grants: Mapping[str, ToolRef], context: CallContext) -> dict[str, JsonObject | None]:
    """Return the parameters of each granted function; None where only a call would tell."""
    known: dict[str, JsonObject | None] = {}
    for name, ref in grants.items():
        wanted = wanted_of(ref)
        tool = gateway().resolve(wanted.ref, context)
        if isinstance(tool, ResolvedTool) and not tool.executor.gives_functions:
            known[name] = tool.executor.parameters_schema(tool.config)
        else:
            known[name] = None
    return known
