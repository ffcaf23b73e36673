"""Chat: a page to talk to the workflow; each message starts a run, and its output is the answer."""

from collections.abc import Sequence

from tools.core.call.summary import SummaryText
from tools.core.text import Text
from tools.executors.contract.schema import form_field, groups
from workflow_editor.nodes.base import ConfigProblem, Example, OutputField
from workflow_editor.nodes.fields.named_values import unreadable_names
from workflow_editor.nodes.fields.origins import framing_pages_field, origin_problems
from workflow_editor.nodes.triggers import TriggerConfig, TriggerNode

MOST_SUGGESTIONS = 8


class ConversationConfig(TriggerConfig):
    """Length and duration of conversation memory."""

    context_tokens: int = form_field(
        "Remember at most",
        "Earlier messages of the conversation, in trigger.history; the oldest are left out.",
        default=8_000,
        ge=0,
        le=200_000,
        unit="tokens",
        group="more",
    )
    conversation_days: int = form_field(
        "Keep conversations",
        "In days since the last message. 0 for ever.",
        default=0,
        ge=0,
        le=3650,
        unit="d",
        group="more",
    )


class ChatTriggerConfig(ConversationConfig):
    model_config = {
        "json_schema_extra": groups(("look", Text("Texts"), False), ("more", Text("Memory, failures"), True))
    }

    title: str = form_field("Title", "By default, the name of the workflow.", default="", max_length=200, group="look")
    greeting: str = form_field(
        "Greeting",
        "Shown above an empty conversation. Markdown.",
        default="",
        max_length=10_000,
        widget="long-text",
        group="look",
    )
    suggestions: str = form_field(
        "Suggestions",
        "What visitors may ask with one click, one on each line.",
        default="",
        max_length=4_000,
        widget="long-text",
        group="look",
    )

    takes_files: bool = form_field(
        "Take files", "Members may add files to a message; they are in trigger.files.", default=False
    )
    framed_by: str = framing_pages_field()

    def suggested(self) -> list[str]:
        """Return what visitors may ask with one click."""
        lines = (line.strip() for line in self.suggestions.splitlines())
        return [line for line in lines if line][:MOST_SUGGESTIONS]


class ChatTriggerNode(TriggerNode[ChatTriggerConfig]):
    id = "chat_trigger"
    icon = "messages"
    title = Text("Chat page")
    help = Text("Starts a run for each message on a chat page; the run's output is the answer.")
    keywords = Text("trigger, chat, message, conversation, bot, assistant, embed")
    summary = ((SummaryText(Text.verbatim("{title}")), SummaryText(Text("Each message starts a run"))),)
    output_fields = (
        OutputField("message", "string", Text("Message")),
        OutputField("conversation", "string", Text("ID of the conversation")),
        OutputField("history", "array", Text("Earlier messages, oldest first")),
        OutputField("person", "string", Text("User name, if signed in")),
        OutputField("files", "array", Text("Files of the message")),
    )
    example = Example(
        Text("Answers questions."),
        config={"mapping": [{"name": "question", "value": "{{ trigger.message }}"}]},
        output={},
    )

    def refusals(self, config: ChatTriggerConfig) -> Sequence[ConfigProblem]:
        return tuple(unreadable_names((("/title", config.title),)))

    def problems(self, config: ChatTriggerConfig) -> Sequence[ConfigProblem]:
        return [*super().problems(config), *origin_problems(config.framed_by, "/framedBy")]
