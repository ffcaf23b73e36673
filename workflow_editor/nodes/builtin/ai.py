"""Process: a model that may call tools."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from agents.core.attachments import FilePart, check_total, read_files
from agents.core.effort import reserved_problem
from agents.core.errors import AgentError, NothingFoundError, ToolExecutionFailedError
from agents.core.language import language_of
from agents.core.messages import Message
from agents.knowledge.text.context import Passage, citations, context_text
from agents.loop.client_tools import pending_call_json, read_client_tools
from agents.loop.journal_replay import offered_names
from agents.loop.loop import LoopRequest, LoopResult, run_tool_loop
from agents.loop.openai_messages import read_history
from agents.loop.outcome import no_answer
from agents.profiles.document import MAX_TOOLS
from agents.providers.base import NamedToolChoice, ToolChoice
from tools.core.call.summary import SummaryText
from tools.core.definitions import ToolRef
from tools.core.text import Text
from tools.core.tool_id import ToolKind
from tools.executors.contract.json_schema import schema_problem
from tools.executors.contract.template_fields import Fill
from workflow_editor.errors import InvalidInputError, NodeError
from workflow_editor.nodes.agent_errors import node_error
from workflow_editor.nodes.base import ConfigProblem, EffectNode, Example, NodeOutcome, OutputField
from workflow_editor.nodes.builtin.ai_config import AIConfig, KnowledgeItem
from workflow_editor.nodes.builtin.ai_knowledge import passages_for
from workflow_editor.nodes.builtin.model_choice import script_extra
from workflow_editor.nodes.caller_settings import ClientSettings, read_client_settings
from workflow_editor.nodes.fields.on_empty import chosen, empty_code
from workflow_editor.nodes.meanings import CARRIED_TOOLS_ARE_NEWEST, NEWEST
from workflow_editor.nodes.ports import ModelHandle, NodeContext, Variables
from workflow_editor.nodes.texts.json_answer import answer_check, parse_answer

_EMPTY_PROMPT = Text("The prompt is empty after values are filled in.")


def prompt_messages(config: AIConfig, context: NodeContext) -> tuple[str, tuple[Message, ...]]:
    """Return the filled-in prompt and all messages of the conversation.

    The prompt may be empty if there are files, or if the history ends with a user message or results of the caller's
    tools.
    Raises:
        NodeError: code `prompt_missing`: there is nothing to answer.
        AgentError: the history or the files are refused.
    """
    prompt = context.variables.render(config.user_prompt)
    history = read_history(context.variables.value(config.history), context.files.attachment)
    files = read_files(context.variables.value(config.files), context.files.attachment)
    check_total([*_files(history), *files])
    if prompt.strip() or files:
        return prompt, (*history, Message("user", prompt, files=files))
    if not history or history[-1].role not in ("user", "tool"):
        raise NodeError(_EMPTY_PROMPT, code="prompt_missing")
    return prompt, history


def example_messages(config: AIConfig, context: NodeContext) -> tuple[Message, ...]:
    """Return the filled-in examples of the node's author."""
    filled = [(example.role, context.variables.render(example.text)) for example in config.examples]
    return tuple(Message(role, text) for role, text in filled if text.strip())


def _files(messages: tuple[Message, ...]) -> list[FilePart]:
    return [file for message in messages for file in message.files]


def what_the_caller_asks(config: AIConfig, variables: Variables) -> ClientSettings:
    """Return the caller's settings of this run. Raises NodeError (`client_settings_invalid`)."""
    try:
        return read_client_settings(variables.value(config.client_settings))
    except InvalidInputError as error:
        raise NodeError(error.text, code="client_settings_invalid") from error


def as_the_caller_asks(config: AIConfig, asked: ClientSettings) -> AIConfig:
    """Return the settings for this run: the node's own limit is the highest, and a schema of its own stays."""
    changes: dict[str, Any] = {}
    if asked.temperature is not None:
        changes["temperature"] = asked.temperature
    if asked.max_tokens is not None:
        own = config.max_tokens or 0
        changes["max_tokens"] = min(asked.max_tokens, own) if own > 0 else asked.max_tokens
    if asked.as_json:
        own_schema = config.output_schema if config.output_type == "json" else None
        changes |= {"output_type": "json", "output_schema": own_schema or asked.schema}
    return config.model_copy(update=changes)


_JSON_ONLY = {
    "en": "Answer with JSON only: no words around it, no code fence.",
    "zh": "只输出 JSON，不要附加任何文字，也不要使用代码块。",
}
_REFERENCE_HEADING = {"en": "## Reference material", "zh": "## 参考资料"}


class AINode(EffectNode[AIConfig]):
    """Asks a model, runs the tools that it calls, and gives its answer on."""

    id = "process"
    category = "ai"
    icon = "sparkles"
    title = Text("AI")
    help = Text("Calls a model that can use tools.")
    keywords = Text("agent, llm, chat, gpt, prompt, model, summarise, translate, summary, write, answer questions")
    summary = (
        (
            SummaryText(Text.verbatim("{model}")),
            SummaryText(Text("Offline model"), when={"provider": ["offline", ""]}),
            SummaryText(Text.verbatim("{provider}")),
        ),
        (
            SummaryText(Text.verbatim("{userPrompt}")),
            SummaryText(Text.verbatim("{systemPrompt}")),
            SummaryText(Text("No prompt yet"), missing=True),
        ),
    )
    needs = (ConfigProblem("prompt_missing", "/userPrompt", Text("Enter a prompt.")),)
    output_fields = (
        OutputField("result", "any", Text("Answer")),
        OutputField("model", "string", Text("Model")),
        OutputField("toolCalls", "array", Text("Tool calls")),
        OutputField("toolCallRounds", "number", Text("Tool rounds")),
        OutputField("finishReason", "string", Text("Finish reason")),
        OutputField("outcome", "string", Text("Why there is no usable answer")),
        OutputField("citations", "array", Text("Cited passages")),
        OutputField("files", "array", Text("Files created by the model")),
        OutputField("usage", "object", Text("Tokens")),
    )
    example = Example(
        Text("Summarises the fetched content and can look up the time."),
        config={"userPrompt": "Sum up: {{ nodes.fetch.body }}", "enabledTools": ["system:get_current_time"]},
        nodes={"fetch": {"body": "A long text."}},
        output={"result": "A text.", "model": "offline", "toolCalls": [], "toolCallRounds": 0},
    )

    def refusals(self, config: AIConfig) -> Sequence[ConfigProblem]:
        return [found for index, tool in enumerate(config.tools) for found in tool.refusals(f"/tools/{index}")]

    def problems(self, config: AIConfig) -> Sequence[ConfigProblem]:
        found = [*super().problems(config)]
        if config.output_type == "json" and config.output_schema is not None:
            reason = schema_problem(config.output_schema)
            if reason is not None:
                found.append(ConfigProblem("schema_invalid", "/outputSchema", reason))
        if (count := len(_tool_refs(config, str, NEWEST))) > MAX_TOOLS:
            text = Text(
                "This node has {count} tools, but a model can be offered at most {max_tools}. Disable {excess}.",
                count=count,
                max_tools=MAX_TOOLS,
                excess=count - MAX_TOOLS,
            )
            found.append(ConfigProblem("too_many_tools", "/enabledTools", text))
        if taken := reserved_problem(config.extra_body):
            found.append(ConfigProblem("field_reserved", "/extraBody", taken))
        found += [problem for index, tool in enumerate(config.tools) for problem in tool.problems(f"/tools/{index}")]
        found += [
            ConfigProblem("tool_not_chosen", f"/tools/{index}/type", Text("Choose the tool type."))
            for index, tool in enumerate(config.tools)
            if tool.enabled and not (tool.type or tool.tool_config)
        ]
        return found

    def templates(self, config: AIConfig) -> Iterable[str]:
        yield from (config.system_prompt, config.user_prompt, config.history, config.files)
        yield from (config.client_tools, config.client_settings)
        for item in config.knowledge_items:
            yield item.content
        for example in config.examples:
            yield example.text
        for tool in config.tools:
            yield from tool.templates()

    def run(self, config: AIConfig, context: NodeContext) -> NodeOutcome:
        asked = what_the_caller_asks(config, context.variables)
        config = as_the_caller_asks(config, asked)
        try:
            user_prompt, messages = prompt_messages(config, context)
            model = context.models.resolve(config.provider, config.model)
            passages = passages_for(config, context, user_prompt)
            request = _request(config, context, model, user_prompt, messages, passages)
            request = replace(request, sampling=asked.sampling)
            refs = _tool_refs(config, context.variables.render, context.variables.version)
            toolbox = context.tools.offer(refs, offered_names(context.journal))
            result = run_tool_loop(request, model.client, toolbox, context.journal, context.sink, context.cancel)
            if result.outcome != "answered" and config.needs_answer(context.variables.version):
                raise no_answer(result.outcome)
        except NothingFoundError as error:
            choice = chosen(config, config.on_empty)
            code = empty_code(context.variables.version, choice, ToolExecutionFailedError.code)
            raise NodeError(error.text, code=code, details=error.details) from error
        except AgentError as error:
            raise node_error(error) from error
        inputs = {
            "provider": model.provider_title,
            "model": model.model,
            "systemPrompt": request.system,
            "userPrompt": user_prompt,
        }
        usage = result.usage.to_json()
        return NodeOutcome(_output(config, result, context.variables.version, passages), inputs=inputs, usage=usage)


def _request(
    config: AIConfig,
    context: NodeContext,
    model: ModelHandle,
    user_prompt: str,
    messages: tuple[Message, ...],
    passages: Sequence[Passage],
) -> LoopRequest:
    variables = context.variables
    client = read_client_tools(variables.value(config.client_tools))
    own_prompt = variables.render(config.system_prompt)
    language = language_of(own_prompt, user_prompt)
    parts = [own_prompt.strip(), _reference_material(config.knowledge_items, variables, language)]
    quoted = context_text(passages, language)
    parts.append(quoted)
    if config.output_type == "json":
        parts.append(_JSON_ONLY[language])
    schema = config.output_schema if config.output_type == "json" else None
    return LoopRequest(
        model=model.model,
        provider=model.provider_title,
        messages=messages,
        examples=example_messages(config, context),
        system="\n\n".join(part for part in parts if part),
        quoted=quoted,
        tool_choice=client.choice or _tool_choice(config),
        temperature=config.temperature,
        max_tokens=config.max_tokens if config.max_tokens and config.max_tokens > 0 else None,
        prices=model.prices,
        max_rounds=config.max_tool_call_rounds,
        tool_timeout_s=config.tool_call_timeout / 1000,
        on_tool_failure=config.on_tool_failure,
        on_empty=chosen(config, config.on_empty),
        on_max_rounds=config.on_max_rounds,
        json_schema=schema,
        check=None if schema is None else answer_check(schema, language, variables.version),
        max_repairs=0 if schema is None else 1,
        effort=config.effort,
        extra={**(config.extra_body or {}), **script_extra(config.offline_script)},
        language=language,
        idempotency_key=context.idempotency_key,
        keep_file=context.files.save,
        open_file=context.files.attachment,
        links_files=config.output_type != "json",
        client_functions=client.functions,
    )


def _tool_choice(config: AIConfig) -> ToolChoice:
    choice = config.tool_choice
    return choice if isinstance(choice, str) else NamedToolChoice(choice.name)


def _reference_material(items: Sequence[KnowledgeItem], variables: Variables, language: str) -> str:
    sections = [
        f"### {item.name.strip()}\n{variables.render(item.content).strip()}" for item in items if item.content.strip()
    ]
    return "\n\n".join([_REFERENCE_HEADING[language], *sections]) if sections else ""


def _tool_refs(config: AIConfig, fill: Fill, version: int) -> list[ToolRef]:
    if not config.offers_tools():
        return []
    own = [tool.ref(fill, version) for tool in config.tools if tool.enabled]
    is_earlier = version < CARRIED_TOOLS_ARE_NEWEST
    named = dict.fromkeys(config.enabled_tools)
    return own + [ToolRef(tool_id, is_earlier=is_earlier and tool_id.kind is ToolKind.SYSTEM) for tool_id in named]


def _output(config: AIConfig, result: LoopResult, version: int, passages: Sequence[Passage]) -> dict[str, Any]:
    answer: Any = result.text
    if config.output_type == "json" and not result.pending_calls:
        answer = parse_answer(result.text, config.output_schema, version)
    output = {
        "result": answer,
        "model": result.model,
        "toolCalls": [record.as_json() for record in result.tool_history],
        "toolCallRounds": len({record.round for record in result.tool_history}),
        "finishReason": result.finish_reason.value,
        "usage": result.usage.to_json(),
    }
    if result.outcome != "answered":
        output["outcome"] = result.outcome
    if config.knowledge_base_id:
        output["citations"] = citations(passages)
    if result.files:
        output["files"] = [file.to_json() for file in result.files]
    if result.pending_calls:
        output["pendingCalls"] = [
            pending_call_json(call.id, call.name, call.arguments) for call in result.pending_calls
        ]
    return output
