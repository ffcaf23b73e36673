"""Which model a node asks, and one question whose answer is JSON: what the model-backed nodes share."""

import re
from collections.abc import Callable

from pydantic import Field

from agents.errors import AgentError
from agents.loop import LoopRequest, LoopResult, run_tool_loop
from agents.messages import Message
from agents.prompts import Language
from tools.definitions import JsonObject, Text
from tools.schema import ui
from workflow_editor.errors import NodeError
from workflow_editor.nodes.agent_errors import node_error
from workflow_editor.nodes.base import NodeConfig
from workflow_editor.nodes.builtin.process_config import ScriptStep
from workflow_editor.nodes.ports import NodeContext

MODEL_GROUPS = (("model", Text("Model", "模型"), False),)
ADVANCED_GROUPS = (("advanced", Text("Advanced", "高级"), True),)
_CHINESE = re.compile(r"[\u3400-\u9fff]")
_EMPTY_INPUT = Text("The text is empty once it is filled in.", "填充后的文本为空。")


class ModelSettings(NodeConfig):
    """Provider and model; base of the configs of nodes that ask one question."""

    provider: str = Field(
        default="offline",
        max_length=64,
        json_schema_extra=ui(
            "Provider",
            "模型服务",
            "The offline model needs no key.",
            "离线模型无需密钥。",
            widget="provider",
            group="model",
        ),
    )
    model: str = Field(
        default="",
        max_length=200,
        json_schema_extra=ui(
            "Model",
            "模型",
            "Empty: the provider's default.",
            "留空则使用服务的默认模型。",
            widget="model",
            group="model",
        ),
    )
    temperature: float | None = Field(
        default=0,
        ge=0,
        le=2,
        json_schema_extra=ui(
            "Temperature",
            "温度",
            "0 keeps to the likeliest answer.",
            "0 最稳定。",
            group="advanced",
        ),
    )
    offline_script: list[ScriptStep] | None = Field(
        default=None,
        max_length=50,
        json_schema_extra=ui(
            "Script",
            "脚本",
            "What the offline model does, one entry per question.",
            "离线模型每次回答的行为。",
            widget="json",
            group="advanced",
            show_if={"provider": ["offline"]},
        ),
    )


def language_of(*texts: str) -> Language:
    """Return the language in which a model is spoken to: Chinese as soon as one of the texts is."""
    return "zh" if any(_CHINESE.search(text) for text in texts) else "en"


def filled_input(template: str, context: NodeContext) -> str:
    """Fill in the text that a node works on.

    Raises:
        NodeError: code `input_missing`: it is empty.
    """
    text = context.variables.render(template)
    if not text.strip():
        raise NodeError(_EMPTY_INPUT, code="input_missing")
    return text


def ask_for_json(
    settings: ModelSettings,
    context: NodeContext,
    *,
    system: str,
    text: str,
    schema: JsonObject,
    language: Language,
    check: Callable[[str], str | None] | None = None,
) -> LoopResult:
    """Ask the model one question without tools; its answer shall be JSON of the schema, which nobody has checked yet.

    Args:
        settings: the node's config.
        context: the node's surroundings.
        system: what the model shall do.
        text: what it works on.
        schema: JSON Schema of the answer.
        language: in which the model is spoken to.
        check: refuses an answer once, see `LoopRequest.check`.
    Raises:
        NodeError: the model API failed, or the run was cancelled.
    """
    model = context.models.resolve(settings.provider, settings.model)
    script = settings.offline_script
    request = LoopRequest(
        model=model.model,
        provider=model.provider_title,
        messages=(Message("user", text),),
        system=system,
        temperature=settings.temperature,
        json_schema=schema,
        extra={"script": [step.model_dump(by_alias=True, exclude_none=True) for step in script]} if script else {},
        language=language,
        idempotency_key=context.idempotency_key,
        check=check,
        max_repairs=0 if check is None else 1,
    )
    toolbox = context.tools.offer(())
    try:
        return run_tool_loop(request, model.client, toolbox, context.journal, context.sink, context.cancel)
    except AgentError as error:
        raise node_error(error) from error


def usage_of(result: LoopResult) -> JsonObject:
    """Return the tokens of all questions."""
    return result.usage.to_json()
