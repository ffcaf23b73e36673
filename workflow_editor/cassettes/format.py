"""Cassette format: all outside answers to the nodes of one run. Pure.

Version 1, as JSON:

    {format: "flowloom.cassette", version: 1,
     recorded: {run, workflow, graph, at, status, mode},
     nodes: [{node, scope,
              models: [{round, request: {model, functions, system, messages: [{role, text}]}, reply, duration_ms}],
              tools: [{round, call_id, tool_id, function, title, arguments, effect, result, duration_ms}],
              skipped: [{tool_id, title, code, text: {en, …}}],
              searches: [{base, question, passages, usage, failure: {code, message} or null}],
              files: [{file_id, name, media_type, failure: {code, message} or null}],
              failure: {code, message: {en, …}} or null,
              answers: [{kind, decision, values, comment, by}],
              children: [{workflow, nodes: […]}]}]}

`scope` names the pass of the containers around a node. `request` holds only the messages new in that round: the model's
replies and the tool results are in the cassette already. Texts and values are redacted; a mask (`***`) equals any
value. Files lack their content, which replays do not use. Readers refuse other versions: a changed format gets the next
number.
"""

from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agents.core.messages import FinishReason, Message, ModelReply, ToolCallPart, Usage
from agents.knowledge.text.context import Passage
from tools.core.definitions import JsonObject
from tools.core.envelope import ToolResult
from tools.core.field_errors import field_errors
from tools.core.registered.files import StoredFile, file_id_of
from tools.core.text import Text
from tools.core.tool_id import NO_TOOL, ToolId
from workflow_editor.errors import InvalidInputError

FORMAT: Literal["flowloom.cassette"] = "flowloom.cassette"
VERSION: Literal[1] = 1

_NO_CASSETTE = Text("This cassette cannot be read. Choose one that was exported from a test.")


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid")


class LocalText(BaseModel):
    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, str]

    en: str

    @classmethod
    def of(cls, text: Text) -> Self:
        return cls.model_validate(text.to_json())

    def text(self) -> Text:
        return Text.of(**self.model_dump())


class RecordedMessage(_Part):
    """One message that was new to the model."""

    role: str
    text: str


class ModelRequestEntry(_Part):
    model: str = ""
    functions: list[str] = []
    """Names of the functions on offer."""
    system: str = ""
    messages: list[RecordedMessage] = []


class CallPart(_Part):
    """A call that a model asked for; `arguments` is its JSON text."""

    id: str
    name: str
    arguments: str = "{}"


class UsageEntry(_Part):
    """Tokens of one model call, and what they cost."""

    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0
    cached_tokens: int = 0
    estimated: bool = False

    @classmethod
    def of(cls, usage: Usage) -> Self:
        return cls.model_validate(usage.to_json())

    def usage(self) -> Usage:
        return Usage(self.input_tokens, self.output_tokens, self.cost, self.cached_tokens, self.estimated)


class KeptFile(_Part):
    """A file that the model's service made, without its content."""

    address: str
    """For recordings from before files had ids, which have no hash either."""
    id: str = ""
    name: str
    content_type: str
    size: int
    hash: str = ""

    @classmethod
    def of(cls, file: StoredFile) -> Self:
        return cls(
            address=file.address,
            id=file.id,
            name=file.name,
            content_type=file.content_type,
            size=file.size,
            hash=file.hash,
        )

    def stored(self) -> StoredFile:
        file_id = self.id or file_id_of(self.address) or ""
        return StoredFile(file_id, self.name, self.content_type, self.size, self.hash)


class ReplyEntry(_Part):
    """A model's answer, without the vendor's raw blocks."""

    text: str = ""
    tool_calls: list[CallPart] = []
    finish_reason: FinishReason = FinishReason.STOP
    usage: UsageEntry = UsageEntry()
    model: str = ""
    files: list[KeptFile] = []

    @classmethod
    def of(cls, reply: ModelReply) -> Self:
        calls = reply.message.tool_calls
        return cls(
            text=reply.message.text,
            tool_calls=[CallPart(id=call.id, name=call.name, arguments=call.arguments) for call in calls],
            finish_reason=reply.finish_reason,
            usage=UsageEntry.of(reply.usage),
            model=reply.model,
            files=[KeptFile.of(file) for file in reply.files],
        )

    def reply(self) -> ModelReply:
        calls = tuple(ToolCallPart(call.id, call.name, call.arguments) for call in self.tool_calls)
        message = Message("assistant", self.text, tool_calls=calls)
        files = tuple(file.stored() for file in self.files)
        return ModelReply(message, self.finish_reason, self.usage.usage(), self.model, files)


class ModelEntry(_Part):
    round: int
    request: ModelRequestEntry | None = None
    reply: ReplyEntry
    duration_ms: int = 0


class ToolEntry(_Part):
    """One tool call; `round` is that of the model's reply, or the attempt of a node without a model."""

    round: int
    call_id: str
    tool_id: ToolId = NO_TOOL
    """NO_TOOL for a name that the model made up."""
    function: str
    title: str = ""
    arguments: JsonObject = {}
    effect: Literal["repeatable", "unrepeatable"] = "repeatable"
    result: ToolResult
    duration_ms: int = 0


class SkippedEntry(_Part):
    """A tool that the node wanted and did not get."""

    tool_id: ToolId
    title: str = ""
    code: str
    text: LocalText


class FailureEntry(_Part):
    """A failure of a model service, which no reply records."""

    code: str
    message: LocalText


class SearchEntry(_Part):
    """A node's knowledge search before it asked its model."""

    base: str
    """As the node names it."""
    question: str | None = None
    """None until a replay has asked."""
    passages: list[Passage] = []
    usage: UsageEntry = UsageEntry()
    failure: FailureEntry | None = None


class FileEntry(_Part):
    """A stored file that a node opened."""

    file_id: str
    name: str = ""
    media_type: str = ""
    failure: FailureEntry | None = None
    """It could not be opened."""


class AnswerEntry(_Part):
    """Answer to a waiting node by a person or the clock."""

    kind: str
    decision: str
    values: JsonObject = {}
    comment: str = ""
    by: str = ""
    """User name; empty for the clock."""


class NodeEntry(_Part):
    """Outside answers to one node in one pass."""

    node: str = Field(max_length=64)
    scope: str = Field(default="", max_length=400)
    models: list[ModelEntry] = []
    tools: list[ToolEntry] = []
    skipped: list[SkippedEntry] = []
    searches: list[SearchEntry] = []
    files: list[FileEntry] = []
    failure: FailureEntry | None = None
    answers: list[AnswerEntry] = []
    children: list["Track"] = []
    """Runs of other workflows that the node waited for, one for each attempt."""

    def is_empty(self) -> bool:
        heard = (self.models, self.tools, self.skipped, self.searches, self.files, self.answers, self.children)
        return not any(heard) and self.failure is None


class Track(_Part):
    """Outside answers to the nodes of one run."""

    workflow: str = ""
    """Short name."""
    nodes: list[NodeEntry] = []


class Recorded(_Part):
    run: str = ""
    workflow: str = ""
    graph: str = ""
    """Content hash of the version that ran."""
    at: str = ""
    """ISO 8601."""
    status: str = ""
    mode: Literal["live", "test"] = "live"


class Cassette(_Part):
    format: Literal["flowloom.cassette"] = FORMAT
    version: Literal[1] = VERSION
    recorded: Recorded = Recorded()
    nodes: list[NodeEntry] = []

    def to_json(self) -> JsonObject:
        """Return the form that is stored and exported."""
        return self.model_dump(mode="json", by_alias=True)

    def track(self) -> Track:
        """Return what the outermost run heard."""
        return Track(workflow=self.recorded.workflow, nodes=self.nodes)


def read_cassette(value: Any) -> Cassette:
    """Parse a cassette from JSON.

    Raises InvalidInputError unless it has the form of version 1; the pointers begin with `/cassette`.
    """
    try:
        return Cassette.model_validate(value)
    except ValidationError as error:
        errors = [
            {"pointer": f"/cassette{found.pointer}", "code": "cassette_invalid", "message": found.message}
            for found in field_errors(error)
        ]
        raise InvalidInputError(_NO_CASSETTE, details={"errors": errors}) from error
