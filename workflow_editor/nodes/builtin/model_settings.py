"""Model settings, and one question with a JSON answer: shared by model-backed nodes."""

from collections.abc import Callable
from typing import Any

from agents.core.errors import AgentError
from agents.core.language import Language
from agents.core.messages import Message
from agents.loop.loop import LoopRequest, LoopResult, run_tool_loop
from agents.loop.outcome import no_answer
from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.executors.contract.schema import form_field, groups
from workflow_editor.errors import NodeError
from workflow_editor.nodes.agent_errors import node_error
from workflow_editor.nodes.builtin.model_choice import (
    ModelChoice,
    ScriptStep,
    script_extra,
    script_field,
    temperature_field,
)
from workflow_editor.nodes.meanings import NO_ANSWER_FAILS
from workflow_editor.nodes.ports import NodeContext

_EMPTY_INPUT = Text("The text is empty after values are filled in.")


class ModelSettings(ModelChoice):
    """Base of the configs of nodes that ask a model one question."""

    temperature: float | None = temperature_field(0, Text("0 gives the most consistent answer."))
    offline_script: list[ScriptStep] | None = script_field(
        Text("The offline model's behaviour, one entry per question.")
    )


def question_groups(group: str, title: Text) -> JsonObject:
    """Return the groups of a form behind the model: the node's own group, and what few need last."""
    return groups((group, title, False), ("advanced", Text("Advanced"), True))


def input_field(title: Text, help: Text, *, group: str) -> Any:
    """Return the config field with the text that the question is about."""
    return form_field(title, help, default="", widget="template", group=group)


def instruction_field(help: Text | None = None, *, group: str) -> Any:
    """Return the config field with what a person adds to the question."""
    return form_field(Text("Additional instructions"), help, default="", widget="template", group=group)


def filled_input(template: str, context: NodeContext) -> str:
    """Fill in a node's input text. Raises NodeError (`input_missing`) if it is empty."""
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
    """Ask the model one question without tools, for JSON of the schema, which is not validated here.

    `system` is the instruction, `text` the input. `check` refuses an answer once, see `LoopRequest.check`; by default
    any answer is accepted, even none. Raises NodeError if the model API failed or gave no answer, or the run was
    cancelled.
    """
    model = context.models.resolve(settings.provider, settings.model)
    request = LoopRequest(
        model=model.model,
        provider=model.provider_title,
        messages=(Message("user", text),),
        system=system,
        temperature=settings.temperature,
        prices=model.prices,
        json_schema=schema,
        extra=script_extra(settings.offline_script),
        language=language,
        idempotency_key=context.idempotency_key,
        check=check,
        max_repairs=0 if check is None else 1,
    )
    toolbox = context.tools.offer(())
    try:
        result = run_tool_loop(request, model.client, toolbox, context.journal, context.sink, context.cancel)
        needs_answer = check is not None and context.variables.version >= NO_ANSWER_FAILS
        if needs_answer and result.outcome not in ("answered", "cut"):
            raise no_answer(result.outcome)
    except AgentError as error:
        raise node_error(error) from error
    return result
