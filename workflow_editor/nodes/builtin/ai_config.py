"""What an AI node can be told; its form is drawn from this."""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, ConfigDict, Field, WithJsonSchema

from agents.profiles.document import MAX_TOOLS
from tools.core.definitions import Text
from tools.core.field_errors import refused_value
from tools.executors.contract.schema import groups, ui
from workflow_editor.nodes.base import NodeConfig
from workflow_editor.nodes.builtin.model_choice import ModelChoice, ScriptStep, script_field, temperature_field
from workflow_editor.nodes.node_tool import NodeTool


class KnowledgeItem(NodeConfig):
    """A text that the model is given as reference material."""

    id: str = Field(default="", max_length=64)
    name: str = Field(default="", max_length=200, json_schema_extra=ui("Title", "标题"))
    content: str = Field(default="", json_schema_extra=ui("Content", "内容", widget="template"))


class RagConfig(NodeConfig):
    """How a knowledge base is searched."""

    top_k: int = Field(default=5, ge=1, le=50, json_schema_extra=ui("Passages", "段落数"))
    threshold: float = Field(default=0.7, ge=0, le=1, json_schema_extra=ui("Min similarity", "最低相似度"))
    max_context_tokens: int = Field(default=4000, ge=100, le=100_000, json_schema_extra=ui("Token limit", "Token 上限"))


class NamedTool(NodeConfig):
    """The one tool that the model must call: function name, tool id or shown name."""

    name: str = Field(min_length=1)


_TOOL_CHOICES = ("auto", "none", "required")
_CHOICE_FORM = Text(
    "Choose auto, none or required, or name the one tool that must be called.",
    "请选择 auto、none 或 required，或指定必须调用的工具名称。",
)


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
            ("model", Text("Model", "模型"), False),
            ("prompt", Text("Prompt", "提示词"), False),
            ("tools", Text("Tools", "工具"), False),
            ("knowledge", Text("Knowledge", "知识"), True),
            ("output", Text("Output", "输出"), True),
            ("advanced", Text("Advanced", "高级"), True),
        )
    )

    temperature: float | None = temperature_field(
        0.7,
        Text("0 is the most consistent; higher values vary more.", "0 最稳定，数值越大变化越多。"),
        group="model",
    )
    max_tokens: int | None = Field(
        default=None,
        json_schema_extra=ui(
            "Max answer length",
            "最大回答长度",
            "In tokens; empty: the model's own limit.",
            "以 Token 计，留空则由模型决定。",
            unit="tokens",
            group="model",
        ),
    )
    system_prompt: str = Field(
        default="",
        json_schema_extra=ui(
            "System prompt",
            "系统提示词",
            "The model's role and the rules it follows.",
            "设定模型的角色与规则。",
            widget="template",
            group="prompt",
        ),
    )
    user_prompt: str = Field(
        default="",
        json_schema_extra=ui(
            "Prompt",
            "用户提示词",
            "The task for the model.",
            "需要模型完成的任务。",
            widget="template",
            group="prompt",
        ),
    )
    history: str = Field(
        default="",
        json_schema_extra=ui(
            "Earlier messages",
            "历史消息",
            "One reference to a list of {role, content}, oldest first; placed before the prompt.",
            "引用一个 {role, content} 列表，按时间先后排列，放在提示词之前。",
            widget="template-line",
            group="advanced",
        ),
    )
    files: str = Field(
        default="",
        json_schema_extra=ui(
            "Files",
            "文件",
            "One reference to a list of {name, media_type, data} or {file_id}: pictures, PDF or text for the model.",
            "引用一个 {name, media_type, data} 或 {file_id} 列表：供模型阅读的图片、PDF 或文本。",
            widget="template-line",
            group="advanced",
        ),
    )
    client_tools: str = Field(
        default="",
        json_schema_extra=ui("Tools of the caller", "调用方的工具", widget="hidden", group="advanced"),
    )
    client_settings: str = Field(
        default="",
        json_schema_extra=ui("Settings of the caller", "调用方的设置", widget="hidden", group="advanced"),
    )
    enable_tool_calling: bool | None = Field(
        default=None,
        json_schema_extra=ui(
            "Tool calling",
            "工具调用",
            "Automatic: on if any tool is enabled. Off overrides enabled tools.",
            "自动：启用任一工具即打开；关闭时忽略已启用的工具。",
            group="tools",
        ),
    )
    tools: list[NodeTool] = Field(
        default_factory=list,
        max_length=MAX_TOOLS,
        json_schema_extra=ui(
            "Tools", "工具", "Tools that the model may call.", "模型可以调用的工具。", widget="tools", group="tools"
        ),
    )
    enabled_tools: list[str] = Field(
        default_factory=list,
        max_length=MAX_TOOLS,
        json_schema_extra=ui("Tools by id", "按 ID 引用的工具", widget="hidden", group="tools"),
    )
    tool_choice: ToolChoiceField = Field(
        default="auto",
        json_schema_extra=ui(
            "Tool choice",
            "工具选择",
            "Whether the model may, must or must not call a tool, or which one it must call.",
            "模型可以、必须、不可调用工具，或必须调用指定工具。",
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
            "最多轮数",
            "How many times the model may call tools.",
            "模型最多可以请求工具的轮数。",
            group="tools",
        ),
    )
    tool_call_timeout: int = Field(
        default=60_000,
        ge=100,
        le=600_000,
        json_schema_extra=ui("Time limit per call", "单次调用时限", unit="ms", group="tools"),
    )
    on_tool_failure: Literal["stop", "tell_model"] = Field(
        default="stop",
        json_schema_extra=ui(
            "When a tool fails",
            "工具失败时",
            group="tools",
            enum_labels={
                "stop": Text("Stop the workflow", "停止工作流"),
                "tell_model": Text("Return the error to the model", "将错误返回给模型"),
            },
        ),
    )
    on_max_rounds: Literal["answer", "fail"] = Field(
        default="answer",
        json_schema_extra=ui(
            "When max rounds is reached",
            "达到最多轮数时",
            group="tools",
            enum_labels={
                "answer": Text("Answer with the results so far", "用已有结果作答"),
                "fail": Text("Fail", "失败"),
            },
        ),
    )
    knowledge_items: list[KnowledgeItem] = Field(
        default_factory=list,
        max_length=100,
        json_schema_extra=ui(
            "Reference material",
            "参考资料",
            "Added to the system prompt under its title.",
            "以标题为名附加到系统提示词。",
            group="knowledge",
        ),
    )
    knowledge_base_id: str | None = Field(
        default=None,
        json_schema_extra=ui(
            "Knowledge base",
            "知识库",
            "Passages that match the prompt are given to the model, which can cite them.",
            "检索与提示词相关的段落提供给模型，并可引用。",
            widget="knowledge-base",
            group="knowledge",
        ),
    )
    rag_config: RagConfig = Field(
        default_factory=RagConfig,
        json_schema_extra=ui(
            "Search",
            "检索",
            "Fewer and better passages cost fewer tokens.",
            "段落越少、越相关，消耗的 Token 越少。",
            group="knowledge",
        ),
    )
    output_type: Literal["text", "json"] = Field(
        default="text",
        json_schema_extra=ui(
            "Answer",
            "输出类型",
            group="output",
            enum_labels={"text": Text("Text", "文本"), "json": Text("JSON", "JSON")},
        ),
    )
    output_schema: dict[str, Any] | None = Field(
        default=None,
        json_schema_extra=ui(
            "JSON Schema",
            "JSON Schema",
            "The structure that the answer must have.",
            "输出必须符合的结构。",
            widget="json",
            group="output",
            show_if={"outputType": ["json"]},
        ),
    )
    offline_script: list[ScriptStep] | None = script_field(
        Text("What the offline model does, one entry per round.", "离线模型每一轮的行为。")
    )

    def offers_tools(self) -> bool:
        """Say whether the model gets tools: an explicit switch wins, else any enabled tool turns them on."""
        if self.enable_tool_calling is not None:
            return self.enable_tool_calling
        return bool(self.enabled_tools) or any(tool.enabled for tool in self.tools)
