"""Config of an AI node; its form is generated from this."""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, ConfigDict, Field, WithJsonSchema

from agents.core.effort import Effort
from agents.profiles.document import MAX_TOOLS
from tools.core.call.nothing_found import OnEmpty
from tools.core.definitions import DEFAULT_TOOL_TIMEOUT_S
from tools.core.field_errors import refused_value
from tools.core.text import Text
from tools.core.tool_id import ToolId
from tools.executors.contract.schema import form_field, groups
from workflow_editor.nodes.base import NodeConfig
from workflow_editor.nodes.builtin.model_choice import ModelChoice, ScriptStep, script_field, temperature_field
from workflow_editor.nodes.fields.node_tool import NodeTool
from workflow_editor.nodes.fields.on_empty import on_empty_field
from workflow_editor.nodes.meanings import NO_ANSWER_FAILS


class ExampleMessage(NodeConfig):
    """A message of a conversation that shows the model how to answer."""

    role: Literal["user", "assistant"] = form_field(
        Text.in_context("of a message", "From"),
        default="user",
        enum_labels={"user": Text.in_context("of a message", "User"), "assistant": Text("Model")},
    )
    text: str = form_field("Text", default="", widget="template")


class KnowledgeItem(NodeConfig):
    """A text that the model is given as reference material."""

    id: str = Field(default="", max_length=64)
    name: str = form_field("Title", default="", max_length=200)
    content: str = form_field("Content", default="", widget="template")


class RagConfig(NodeConfig):
    top_k: int = form_field("Passages", default=5, ge=1, le=50)
    threshold: float = form_field("Min similarity", default=0.7, ge=0, le=1)
    max_context_tokens: int = form_field("Token limit", default=4000, ge=100, le=100_000)


class NamedTool(NodeConfig):
    """The one tool that the model must call: function name, tool id or shown name."""

    name: str = Field(min_length=1)


_TOOL_CHOICES = ("auto", "none", "required")
_CHOICE_FORM = Text("Choose auto, none or required, or name the tool that must be called.")


def _known_choice(choice: Any) -> Any:
    """Refuse in one sentence what pydantic would refuse once per member of the union."""
    name = choice.get("name") if isinstance(choice, dict) and choice.keys() == {"name"} else None
    if choice in _TOOL_CHOICES or isinstance(choice, NamedTool) or (isinstance(name, str) and name):
        return choice
    raise refused_value("tool_choice", _CHOICE_FORM)


ToolChoiceField = Annotated[
    Literal["auto", "none", "required"] | NamedTool,
    BeforeValidator(_known_choice),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string", "enum": ["auto", "none", "required"]},
                {
                    "type": "object",
                    "properties": {"name": {"type": "string", "minLength": 1}},
                    "required": ["name"],
                    "additionalProperties": False,
                },
            ]
        }
    ),
]


class AIConfig(ModelChoice):
    model_config = ConfigDict(
        json_schema_extra=groups(
            ("prompt", Text("Prompt"), False),
            ("tools", Text("Tools"), False),
            ("knowledge", Text("Knowledge"), True),
            ("output", Text("Output"), True),
            ("advanced", Text("Advanced"), True),
        )
    )

    temperature: float | None = temperature_field(
        0.7,
        Text("0 is the most consistent; higher values vary more."),
    )
    max_tokens: int | None = form_field(
        "Max answer length",
        "In tokens. The model's own limit applies if you set none.",
        default=None,
        unit="tokens",
        group="advanced",
    )
    effort: Effort = form_field(
        "Thinking",
        "How much the model thinks before it answers.",
        default="",
        group="advanced",
        enum_labels={
            "": Text("Provider's default"),
            "off": Text("Off"),
            "low": Text.in_context("of thinking", "Low"),
            "medium": Text.in_context("of thinking", "Medium"),
            "high": Text.in_context("of thinking", "High"),
        },
    )
    extra_body: dict[str, Any] | None = form_field(
        "Further request fields",
        'A JSON object that is added to the request, e.g. {"seed": 7}.',
        default=None,
        widget="json",
        group="advanced",
    )
    system_prompt: str = form_field(
        "System prompt", "The model's role and the rules it follows.", default="", widget="template", group="prompt"
    )
    user_prompt: str = form_field(
        "Prompt", "The task for the model.", default="", widget="template", group="prompt", autofocus=True
    )
    examples: list[ExampleMessage] = form_field(
        "Example messages",
        "Questions and the answers you want, placed before the earlier messages.",
        default_factory=list,
        max_length=100,
        group="prompt",
    )
    history: str = form_field(
        "Earlier messages",
        "One reference to a list of {role, content}, oldest first. Placed before the prompt.",
        default="",
        widget="template-line",
        group="advanced",
    )
    files: str = form_field(
        "Files",
        "One reference to a list of {name, media_type, data} or {file_id}: images, PDFs or text for the model.",
        default="",
        widget="template-line",
        group="advanced",
    )
    client_tools: str = form_field("Client tools", default="", widget="hidden", template=True, group="advanced")
    client_settings: str = form_field("Client settings", default="", widget="hidden", template=True, group="advanced")
    enable_tool_calling: bool | None = form_field(
        "Tool calling",
        "Automatic: on if any tool is enabled. Off: no tools, even if enabled.",
        default=None,
        group="tools",
    )
    tools: list[NodeTool] = form_field(
        "Tools",
        "Tools that the model may call.",
        default_factory=list,
        max_length=MAX_TOOLS,
        widget="tools",
        group="tools",
    )
    enabled_tools: list[ToolId] = form_field(
        "Tools by ID", default_factory=list, max_length=MAX_TOOLS, widget="hidden", refers="tool-ids", group="tools"
    )
    tool_choice: ToolChoiceField = form_field(
        "Tool choice",
        "Whether the model may, must or must not call a tool, or which tool it must call.",
        default="auto",
        widget="tool-choice",
        group="tools",
    )
    max_tool_call_rounds: int = form_field(
        "Max rounds", "How many times the model may call tools.", default=5, ge=1, le=10, group="tools"
    )
    tool_call_timeout: int = form_field(
        "Time limit per call",
        default=round(DEFAULT_TOOL_TIMEOUT_S * 1000),
        ge=100,
        le=600_000,
        unit="ms",
        group="tools",
    )
    on_tool_failure: Literal["stop", "tell_model"] = form_field(
        "When a tool fails",
        default="stop",
        widget="hidden",
        group="tools",
        enum_labels={
            "stop": Text("Stop the workflow"),
            "tell_model": Text("Return the error to the model"),
        },
    )
    on_empty: OnEmpty = on_empty_field(Text("Return an empty value to the model"), group="tools")
    on_max_rounds: Literal["answer", "fail"] = form_field(
        "When max rounds is reached",
        default="answer",
        group="tools",
        enum_labels={
            "answer": Text("Answer with the results so far"),
            "fail": Text("Fail"),
        },
    )
    on_no_answer: Literal["fail", "continue"] = form_field(
        "Without a usable answer",
        "When the model refuses, is cut off at its token limit or writes nothing.",
        default="fail",
        group="output",
        enum_labels={
            "fail": Text("Fail"),
            "continue": Text("Continue with what there is"),
        },
    )
    knowledge_items: list[KnowledgeItem] = form_field(
        "Reference material",
        "Added to the system prompt under its title.",
        default_factory=list,
        max_length=100,
        group="knowledge",
    )
    knowledge_base_id: str | None = form_field(
        "Knowledge base",
        "Passages that match the prompt are passed to the model, which can cite them.",
        default=None,
        widget="knowledge-base",
        group="knowledge",
    )
    rag_config: RagConfig = form_field(
        Text.in_context("knowledge", "Search"),
        "Fewer, better passages cost fewer tokens.",
        default_factory=RagConfig,
        group="knowledge",
    )
    output_type: Literal["text", "json"] = form_field(
        Text.in_context("of a model", "Answer"),
        default="text",
        group="output",
        enum_labels={"text": Text("Text"), "json": Text.verbatim("JSON")},
    )
    output_schema: dict[str, Any] | None = form_field(
        Text.verbatim("JSON Schema"),
        "The structure that the answer must have.",
        default=None,
        widget="json",
        group="output",
        show_if={"outputType": ["json"]},
    )
    offline_script: list[ScriptStep] | None = script_field(Text("The offline model's behaviour, one entry per round."))

    def needs_answer(self, version: int) -> bool:
        """Say whether the node fails without a usable answer, in a node of this version."""
        is_chosen = version >= NO_ANSWER_FAILS or "on_no_answer" in self.model_fields_set
        return is_chosen and self.on_no_answer == "fail"

    def offers_tools(self) -> bool:
        """Say whether the model gets tools: an explicit switch wins, else any enabled tool turns them on."""
        if self.enable_tool_calling is not None:
            return self.enable_tool_calling
        return bool(self.enabled_tools) or any(tool.enabled for tool in self.tools)
