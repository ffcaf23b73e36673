"""Bot: a message to a chat service's bot starts a run; its output is the answer in that chat."""

from typing import Literal

from tools.core.call.summary import field_line
from tools.core.text import Text
from tools.executors.contract.schema import form_field, groups
from workflow_editor.nodes.base import ConfigProblem, Example, OutputField
from workflow_editor.nodes.builtin.chat_trigger import ConversationConfig
from workflow_editor.nodes.triggers import TriggerNode
from workflow_editor.triggers.bots.service import BotService
from workflow_editor.triggers.registry import BOTS

_NO_APP = Text("Enter the app's ID. Without it, no message can be answered.")
_NO_CORP = Text("Enter the corp ID. Without it, no message can be read.")


class BotMessageConfig(ConversationConfig):
    model_config = {"json_schema_extra": groups(("more", Text("Memory, failures"), True))}

    service: Literal["feishu", "dingtalk", "wecom", "wecom_app", "slack", "telegram"] = form_field(
        "Chat service", default="feishu", enum_labels={name: service.title for name, service in BOTS.items()}
    )
    app_id: str = form_field(
        "App ID",
        "cli_…, on the app's page Credentials & Basic Info.",
        default="",
        max_length=200,
        show_if={"service": ["feishu"]},
    )

    corp_id: str = form_field(
        "Corp ID",
        "Your company's ID, on the page My Company of the admin console.",
        default="",
        max_length=200,
        show_if={"service": ["wecom_app"]},
    )

    @property
    def account_id(self) -> str:
        """The app or company id, if the chat service needs it; else empty."""
        return {"feishu": self.app_id, "wecom_app": self.corp_id}.get(self.service, "").strip()

    @property
    def bot(self) -> BotService:
        return BOTS[self.service]


class BotMessageNode(TriggerNode[BotMessageConfig]):
    id = "bot_message"
    icon = "message-chatbot"
    title = Text("Message to a bot")
    help = Text("Starts a run for each message to a bot; the run's output is the answer in that chat.")
    keywords = Text("trigger, bot, chat, feishu, lark, dingtalk, wecom, slack, telegram")
    summary = (field_line("service", Text("No chat service chosen yet"), missing=False),)
    needs = (
        ConfigProblem("app_id_missing", "/appId", _NO_APP),
        ConfigProblem("corp_id_missing", "/corpId", _NO_CORP),
    )
    output_fields = (
        OutputField("message", "string", Text("Message")),
        OutputField("history", "array", Text("Earlier messages, oldest first")),
        OutputField("conversation", "string", Text("ID of the conversation")),
        OutputField("sender", "object", Text("Who wrote it: id, name")),
        OutputField("is_private", "boolean", Text("Written to the bot directly")),
        OutputField("service", "string", Text("Chat service")),
    )
    example = Example(
        Text("Answers questions in a group."),
        config={"service": "slack", "mapping": [{"name": "question", "value": "{{ trigger.message }}"}]},
        output={},
    )
