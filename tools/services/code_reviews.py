"""Code that people write, looked through before it is stored; granted tools are seen with their owner's rights."""

from collections.abc import Mapping, Sequence

from django.contrib.auth.models import User
from pydantic import ValidationError

from tools.adapters.gateway_factory import gateway
from tools.calls.resolved import ResolvedTool, Unusable
from tools.calls.tool_functions import not_named, wanted_of
from tools.core.definitions import CallContext, JsonObject, ToolRef
from tools.core.errors import RecordInvalidError
from tools.core.text import Text
from tools.executors.contract.executor import ToolModel
from tools.executors.contract.schema import code_fields
from tools.executors.custom.settings import CODE_IS_REVIEWED, GRANTED_TOOL
from tools.executors.registry import AnyExecutor, registry
from tools.models import ToolConfig
from tools.sandbox.code_findings import CodeFinding, on_line
from tools.sandbox.code_review import review
from tools.sandbox.outcome import Language
from tools.selectors.policies import caller_of

_LOST = Text("The code is granted a tool that does not exist.")
_FAULTY = Text("The code has errors.")


def code_findings(
    *,
    user: User,
    code: str,
    inputs: JsonObject,
    functions: Mapping[str, ToolRef],
    keeps_variables: bool = False,
    language: Language = "python",
) -> list[CodeFinding]:
    """Review unsaved code.

    `inputs` is a JSON Schema, `functions` maps callable names to tools, `keeps_variables` allows names of an earlier
    run.
    """
    return review(
        code,
        inputs=inputs,
        functions=_parameters(functions, _context(user)),
        keeps_variables=keeps_variables,
        language=language,
    )


def lost_grants(*, user: User, tools: Sequence[ToolRef]) -> list[Text | None]:
    """Return for each tool that code is granted why nothing could be called; None for those that are there."""
    context = _context(user)
    return [_lost(tool, context) for tool in tools]


def tool_config_findings(*, tool: ToolConfig) -> Sequence[CodeFinding]:
    """Look through the code in a tool's settings; nothing for settings that are wrong elsewhere."""
    found = _settings_of(tool)
    if found is None:
        return ()
    executor, config = found
    return executor.review(config, _parameters(executor.grants(config), _context(tool.owner)))


def refuse_lost_grants(tool: ToolConfig) -> None:
    """Check that each granted tool exists for the owner. Raises RecordInvalidError with pointers like
    `/config/functions/0/tool`.
    """
    found = _settings_of(tool)
    if found is None:
        return
    executor, config = found
    reasons = lost_grants(user=tool.owner, tools=list(executor.grants(config).values()))
    errors = [
        {"pointer": f"/config/functions/{row}/tool", "code": GRANTED_TOOL, "message": text.to_json()}
        for row, text in enumerate(reasons)
        if text is not None
    ]
    if errors:
        raise RecordInvalidError(_LOST, details={"errors": errors})


def _lost(ref: ToolRef, context: CallContext) -> Text | None:
    """Return why nothing could be called under this grant; tools that are only switched off may come back."""
    wanted = wanted_of(ref)
    found = gateway().resolve(wanted.ref, context)
    if isinstance(found, Unusable):
        return found.skipped.text if found.skipped.code == "missing" else None
    return not_named(found).skipped.text if found.executor.gives_functions and not wanted.function else None


def _settings_of(tool: ToolConfig) -> tuple[AnyExecutor, ToolModel] | None:
    """Return the executor and its settings; None for settings that are wrong elsewhere."""
    found = registry.for_ui_type(tool.type)
    if found is None:
        return None
    executor, ui_tool = found
    try:
        return executor, ui_tool.config.model_validate(tool.full_config(), context=CODE_IS_REVIEWED)
    except ValidationError:
        return None


def refuse_faulty_code(tool: ToolConfig) -> None:
    """Review a tool's code before it is stored.

    Raises RecordInvalidError: `details["findings"]` has all findings, `details["errors"]` the blocking ones.
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
            "message": on_line(finding.line, finding.message).to_json(),
        }
        for finding in faults
    ]
    raise RecordInvalidError(_FAULTY, details={"errors": errors, "findings": [finding.to_json() for finding in found]})


def _context(user: User) -> CallContext:
    return CallContext(caller=caller_of(user), origin="tool")


def _parameters(grants: Mapping[str, ToolRef], context: CallContext) -> dict[str, JsonObject | None]:
    """Return each granted function's parameters; None if only known at call time."""
    known: dict[str, JsonObject | None] = {}
    for name, ref in grants.items():
        wanted = wanted_of(ref)
        tool = gateway().resolve(wanted.ref, context)
        if isinstance(tool, ResolvedTool) and not tool.executor.gives_functions:
            known[name] = tool.executor.parameters_schema(tool.config)
        else:
            known[name] = None
    return known
