"""Config of an AI node; its form is generated from this."""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, ConfigDict, Field, WithJsonSchema

from agents.profiles.document import MAX_TOOLS
from agents.providers.options import Effort
from tools.core.definitions import DEFAULT_TOOL_TIMEOUT_S
from tools.core.field_errors import refused_value
from tools.core.nothing_found import OnEmpty
from tools.core.text import Text
from tools.core.tool_id import ToolId
from tools.executors.contract.schema import groups, ui
from workflow_editor.nodes.base import NodeConfig
from workflow_editor.nodes.builtin.model_choice import ModelChoice, ScriptStep, script_field, temperature_field
from workflow_editor.nodes.meanings import NO_ANSWER_FAILS
from workflow_editor.nodes.node_tool import NodeTool
from workflow_editor.nodes.on_empty import on_empty_field


class ExampleMessage(NodeConfig):
    """A message of a conversation that shows the model how to answer."""

    role: Literal["user", "assistant"] = Field(
        default="user",
        json_schema_extra=ui(
            Text.in_context("of a message", "From"),
            enum_labels={"user": Text.in_context("of a message", "User"), "assistant": Text("Model")},
        ),
    )
    text: str = Field(default="", json_schema_extra=ui("Text", widget="template"))


class KnowledgeItem(NodeConfig):
    """A text that the model is given as reference material."""

    id: str = Field(default="", max_length=64)
    name: str = Field(default="", max_length=200, json_schema_extra=ui("Title"))
    content: str = Field(default="", json_schema_extra=ui("Content", widget="template"))


class RagConfig(NodeConfig):
    """Search settings of a knowledge base."""

    top_k: int = Field(default=5, ge=1, le=50, json_schema_extra=ui("Passages"))
    threshold: float = Field(default=0.7, ge=0, le=1, json_schema_extra=ui("Min similarity"))
    max_context_tokens: int = Field(default=4000, ge=100, le=100_000, json_schema_extra=ui("Token limit"))


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
    """Model, prompts, tools, knowledge and the form of the answer."""

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
    max_tokens: int | None = Field(
        default=None,
        json_schema_extra=ui(
            "Max answer length",
            "In tokens. Empty: the model's own limit.",
            unit="tokens",
            group="advanced",
        ),
    )
    effort: Effort = Field(
        default="",
        json_schema_extra=ui(
            "Thinking",
            "How much the model thinks before it answers.",
            group="advanced",
            enum_labels={
                "": Text("As the provider has it"),
                "off": Text("Off"),
                "low": Text.in_context("of thinking", "Low"),
                "medium": Text.in_context("of thinking", "Medium"),
                "high": Text.in_context("of thinking", "High"),
            },
        ),
    )
    extra_body: dict[str, Any] | None = Field(
        default=None,
        json_schema_extra=ui(
            "Further request fields",
            'A JSON object that is added to the request, e.g. {"top_k": 20}.',
            widget="json",
            group="advanced",
        ),
    )
    system_prompt: str = Field(
        default="",
        json_schema_extra=ui(
            "System prompt",
            "The model's role and the rules it follows.",
            widget="template",
            group="prompt",
        ),
    )
    user_prompt: str = Field(
        default="",
        json_schema_extra=ui(
            "Prompt",
            "The task for the model.",
            widget="template",
            group="prompt",
            autofocus=True,
        ),
    )
    examples: list[ExampleMessage] = Field(
        default_factory=list,
        max_length=100,
        json_schema_extra=ui(
            "Example messages",
            "Questions and the answers you want, placed before the earlier messages.",
            group="prompt",
        ),
    )
    history: str = Field(
        default="",
        json_schema_extra=ui(
            "Earlier messages",
            "One reference to a list of {role, content}, oldest first. Placed before the prompt.",
            widget="template-line",
            group="advanced",
        ),
    )
    files: str = Field(
        default="",
        json_schema_extra=ui(
            "Files",
            "One reference to a list of {name, media_type, data} or {file_id}: images, PDFs or text for the model.",
            widget="template-line",
            group="advanced",
        ),
    )
    client_tools: str = Field(
        default="",
        json_schema_extra=ui("Client tools", widget="hidden", group="advanced"),
    )
    client_settings: str = Field(
        default="",
        json_schema_extra=ui("Client settings", widget="hidden", group="advanced"),
    )
    enable_tool_calling: bool | None = Field(
        default=None,
        json_schema_extra=ui(
            "Tool calling",
            "Automatic: on if any tool is enabled. Off: no tools, even if enabled.",
            group="tools",
        ),
    )
    tools: list[NodeTool] = Field(
        default_factory=list,
        max_length=MAX_TOOLS,
        json_schema_extra=ui("Tools", "Tools that the model may call.", widget="tools", group="tools"),
    )
    enabled_tools: list[ToolId] = Field(
        default_factory=list,
        max_length=MAX_TOOLS,
        json_schema_extra=ui("Tools by ID", widget="hidden", refers="tool-ids", group="tools"),
    )
    tool_choice: ToolChoiceField = Field(
        default="auto",
        json_schema_extra=ui(
            "Tool choice",
            "Whether the model may, must or must not call a tool, or which tool it must call.",
            widget="tool-choice",
            group="tools",
        ),
    )
    max_tool_call_rounds: int = Field(
        default=5,
        ge=1,
        le=10,
        json_schema_extra=ui(
            "Max rounds",
            "How many times the model may call tools.",
            group="tools",
        ),
    )
    tool_call_timeout: int = Field(
        default=round(DEFAULT_TOOL_TIMEOUT_S * 1000),
        ge=100,
        le=600_000,
        json_schema_extra=ui("Time limit per call", unit="ms", group="tools"),
    )
    on_tool_failure: Literal["stop", "tell_model"] = Field(
        default="stop",
        json_schema_extra=ui(
            "When a tool fails",
            group="tools",
            enum_labels={
                "stop": Text("Stop the workflow"),
                "tell_model": Text("Return the error to the model"),
            },
        ),
    )
    on_empty: OnEmpty = on_empty_field(Text("Return an empty value to the model"), group="tools")
    on_max_rounds: Literal["answer", "fail"] = Field(
        default="answer",
        json_schema_extra=ui(
            "When max rounds is reached",
            group="tools",
            enum_labels={
                "answer": Text("Answer with the results so far"),
                "fail": Text("Fail"),
            },
        ),
    )
    on_no_answer: Literal["fail", "continue"] = Field(
        default="fail",
        json_schema_extra=ui(
            "Without a usable answer",
            "When the model refuses, is cut off at its token limit or writes nothing.",
            group="output",
            enum_labels={
                "fail": Text("Fail"),
                "continue": Text("Continue with what there is"),
            },
        ),
    )
    knowledge_items: list[KnowledgeItem] = Field(
        default_factory=list,
        max_length=100,
        json_schema_extra=ui(
            "Reference material",
            "Added to the system prompt under its title.",
            group="knowledge",
        ),
    )
    knowledge_base_id: str | None = Field(
        default=None,
        json_schema_extra=ui(
            "Knowledge base",
            "Passages that match the prompt are passed to the model, which can cite them.",
            widget="knowledge-base",
            group="knowledge",
        ),
    )
    rag_config: RagConfig = Field(
        default_factory=RagConfig,
        json_schema_extra=ui(
            Text.in_context("knowledge", "Search"),
            "Fewer, better passages cost fewer tokens.",
            group="knowledge",
        ),
    )
    output_type: Literal["text", "json"] = Field(
        default="text",
        json_schema_extra=ui(
            Text.in_context("of a model", "Answer"),
            group="output",
            enum_labels={"text": Text("Text"), "json": Text.verbatim("JSON")},
        ),
    )
    output_schema: dict[str, Any] | None = Field(
        default=None,
        json_schema_extra=ui(
            Text.verbatim("JSON Schema"),
            "The structure that the answer must have.",
            widget="json",
            group="output",
            show_if={"outputType": ["json"]},
        ),
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
