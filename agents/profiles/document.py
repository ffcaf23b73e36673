"""`agent_profile.json`: one agent as a portable document. Pure.

Source: field names of seed 004 and its profiles; `model`, `prompts`, `limits`, `output` and `rag` are ours. Unknown
fields of foreign profiles are preserved.
"""

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator

from agents.core.effort import reserved_problem
from tools.core.definitions import JsonObject
from tools.core.field_errors import refused_value
from tools.core.tool_id import ToolId, id_length

SCHEMA_VERSION = "1.0"
MAX_TOOLS = 64
MAX_SLUG = 80

InventoryId = Annotated[ToolId, id_length(min_length=1, max_length=300)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid")


class AgentAppearance(_Part):
    """Icon and colour in lists and chats; None: derived from the short name."""

    icon: (
        Literal["book", "database", "language", "mail", "map", "messages"]
        | Literal["pencil", "robot", "rocket", "search", "shield-check", "sparkles"]
        | None
    ) = None
    colour: Literal["blue", "green", "grey", "orange", "pink", "red", "teal", "violet"] | None = None


class AgentModel(_Part):
    """Model of an agent."""

    provider: str = Field(default="offline", max_length=200)
    """`offline`, or the id of a provider; an exported profile gives its name instead, since ids stay at home."""
    name: str = Field(default="", max_length=200)
    """As the provider knows it; empty means its default."""
    temperature: float | None = Field(default=0.7, ge=0, le=2)
    max_tokens: int | None = Field(default=None, ge=1)
    """Longest answer; None leaves it to the model."""
    effort: Literal["off", "low", "medium", "high"] | None = None
    """Reasoning effort before an answer; None: as the provider has it."""
    extra_body: JsonObject | None = None
    """Further fields of the body of each call."""
    offline_script: list[JsonObject] | None = Field(default=None, max_length=50)
    """Script of the offline model, one entry per round; other models ignore it."""

    @field_validator("extra_body")
    @classmethod
    def _without_reserved(cls, body: JsonObject | None) -> JsonObject | None:
        if problem := reserved_problem(body):
            raise refused_value("field_reserved", problem)
        return body


class AgentPrompts(_Part):
    """Opening prompts for the model and the person."""

    system: str = Field(default="", max_length=100_000)
    """A Liquid template; `{{ inputs.message }}` is what the person wrote."""
    greeting: str = Field(default="", max_length=4_000)
    """Shown at the head of an empty conversation; the model does not see it."""
    suggestions: list[Annotated[str, StringConstraints(max_length=300)]] = Field(default_factory=list, max_length=8)
    """Questions that an empty conversation offers."""


class AgentLimits(_Part):
    """Limits of a turn, and of the conversation history sent to the model."""

    max_tool_rounds: int = Field(default=10, ge=1, le=10)
    tool_timeout_s: int = Field(default=300, ge=1, le=600)
    """Per call, in seconds; workflows and agents that are called as tools included."""
    on_tool_failure: Literal["tell_model", "stop"] = "tell_model"
    context_tokens: int = Field(default=24_000, ge=1_000, le=2_000_000)
    """Older turns are summed up once the conversation is longer than this."""
    run_timeout_s: int | None = Field(default=None, ge=1, le=31_536_000)
    """Per turn, in seconds; waiting for people counts."""
    budget_tokens: int | None = Field(default=None, ge=1)
    budget_money: float | None = Field(default=None, gt=0, allow_inf_nan=False)
    conversation_days: int | None = Field(default=None, ge=1, le=36_500)
    """Days of silence after which conversations are deleted with files and links; None: never."""


class AgentOutput(_Part):
    """The form of the answers."""

    as_json: bool = False
    """False: text."""
    json_schema: JsonObject | None = None
    """JSON Schema of answers; None: any JSON."""


class KnowledgeReference(_Part):
    """A knowledge base that the agent may read."""

    source_id: str = Field(min_length=1, max_length=200)
    alias: str = Field(default="", max_length=200)
    access_permissions: list[str] | str | None = None
    """Kept for other programs; here a reference gives the right to read."""


class AgentRag(_Part):
    """Knowledge search before the model is asked."""

    top_k: int = Field(default=5, ge=1, le=50)
    threshold: float = Field(default=0.7, ge=0, le=1)
    max_context_tokens: int = Field(default=4_000, ge=100, le=100_000)


class AgentGoal(_Part):
    """An entry of a knowledge base that other programs start the agent with; kept, not used here."""

    caiu_id: str
    kb_alias_or_id: str = ""
    activation_priority: float | None = None


class AgentDocument(BaseModel):
    """The whole profile."""

    model_config = ConfigDict(extra="allow")

    id: str = Field(default="", max_length=200)
    """The agent's short name; taken from the name when it is empty or unusable."""
    name: str = Field(min_length=1, max_length=120)
    version: str = Field(default="1.0.0", max_length=40)
    schema_version: str = Field(default=SCHEMA_VERSION, max_length=20)
    description: str = Field(default="", max_length=4_000)
    """The agent's purpose, read by other agents that may call it."""
    core_deliberation_workflow_id: str = Field(default="", max_length=200)
    """Short name or id of the workflow that thinks for the agent; empty: the built-in one."""
    appearance: AgentAppearance = Field(default_factory=AgentAppearance)
    model: AgentModel = Field(default_factory=AgentModel)
    prompts: AgentPrompts = Field(default_factory=AgentPrompts)
    tool_ids_inventory: list[InventoryId] = Field(default_factory=list, max_length=MAX_TOOLS)
    skill_workflow_ids_inventory: list[InventoryId] = Field(default_factory=list, max_length=MAX_TOOLS)
    """Workflows that are tools as well: short names, with or without `workflow:`."""
    knowledge_base_references: list[KnowledgeReference] = Field(default_factory=list, max_length=20)
    rag: AgentRag = Field(default_factory=AgentRag)
    limits: AgentLimits = Field(default_factory=AgentLimits)
    output: AgentOutput = Field(default_factory=AgentOutput)
    initial_private_state_schema: JsonObject | None = None
    initial_private_state_values: JsonObject | None = None
    subscribed_event_types: list[str] = Field(default_factory=list)
    initial_goals_reference: list[AgentGoal] = Field(default_factory=list)
    custom_metadata: dict[str, Any] = Field(default_factory=dict)

    @field_validator("core_deliberation_workflow_id", "id", mode="before")
    @classmethod
    def _absent(cls, value: Any) -> Any:
        return "" if value is None else value

    @classmethod
    def read(cls, stored: JsonObject) -> Self:
        """Read a document that `to_json` has written."""
        return cls.model_validate(stored)

    def to_json(self) -> JsonObject:
        """Return the JSON form, in the order of the fields."""
        return self.model_dump(mode="json")
