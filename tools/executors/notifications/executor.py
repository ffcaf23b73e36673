"""Sends a message to a Feishu, DingTalk or WeCom group; the platform is bound by the UI type. Pure."""

from collections.abc import Mapping
from typing import Annotated

from tools.core.call.transient import is_transient
from tools.core.definitions import JsonObject, OperationType
from tools.core.envelope import ResultCode, ToolResult, failure, operation_success
from tools.core.errors import ToolArgumentsError, ToolError
from tools.core.formats.json_text import write_json
from tools.core.text import Text
from tools.executors.contract.executor import Executor, Invocation, Rehearsal, ToolParameters, UiTool
from tools.executors.contract.schema import form_field
from tools.executors.dingtalk.notification import Dingtalk, DingtalkConfig
from tools.executors.feishu.notification import Feishu, FeishuConfig
from tools.executors.shared.notification import Notification, NotificationConfig, Platform
from tools.executors.wecom.notification import Wecom, WecomConfig
from tools.outbound.client import OutboundRequest, busy_error
from tools.outbound.origins import fixed_origins
from tools.secrets.redaction import redact_beginning

_PLATFORMS: Mapping[type[NotificationConfig], Platform] = {
    FeishuConfig: Feishu(),
    DingtalkConfig: Dingtalk(),
    WecomConfig: Wecom(),
}
_HEADERS = {"Content-Type": "application/json; charset=utf-8"}


class NotificationParameters(ToolParameters):
    content: Annotated[str, form_field("Content", "The message text.", min_length=1, widget="template")]
    title: str = form_field("Title", "A short heading.", default="")
    at_mobiles: list[str] = form_field(
        "Mention by phone", "Phone numbers of people to mention.", default_factory=list, max_length=50, widget="lines"
    )
    link_url: str = form_field("Link", "The URL to open when clicked.", default="")


class SendNotificationExecutor(Executor[NotificationConfig, NotificationParameters]):
    """`send_notification`: the services answer 200 to failures too, so the body decides."""

    name = "send_notification"
    title = Text("Send notification")
    help = Text("Send a message to a group chat.")
    keywords = Text("message, chat, bot, group, alert, webhook, notify")
    icon = "bell"
    category = "messages"
    resource_type = "message"
    operation = OperationType.OPERATION
    required = ("webhook_url",)
    ui_tools = (
        UiTool(
            "notification-feishu",
            Text("Feishu notification"),
            Text("Send a message to a Feishu or Lark group."),
            "logo-feishu",
            FeishuConfig,
            "feishu",
        ),
        UiTool(
            "notification-dingtalk",
            Text("DingTalk notification"),
            Text("Send a message to a DingTalk group."),
            "logo-dingtalk",
            DingtalkConfig,
            "dingtalk",
        ),
        UiTool(
            "notification-wecom",
            Text("WeCom notification"),
            Text("Send a message to a WeCom group."),
            "logo-wecom",
            WecomConfig,
            "wecom",
        ),
    )

    def bound(self, config: NotificationConfig) -> JsonObject:
        """Return what the person filled in, and what does not apply to this service and message type."""
        platform = _platform(config)
        kind = platform.kind(config)
        fixed: JsonObject = {}
        if config.content:
            fixed["content"] = config.content
        if config.title or kind not in platform.kinds_with_title:
            fixed["title"] = config.title if kind in platform.kinds_with_title else ""
        listed: list[str] = getattr(config, "at_mobiles", None) or getattr(config, "mentioned_mobile_list", None) or []
        mobiles = [mobile.strip() for mobile in listed if mobile.strip()]
        if mobiles or kind not in platform.kinds_with_mobiles:
            fixed["at_mobiles"] = mobiles if kind in platform.kinds_with_mobiles else []
        link = getattr(config, "link_url", "")
        if link or kind not in platform.kinds_with_link:
            fixed["link_url"] = link
        return fixed

    def origins(self, config: NotificationConfig) -> frozenset[str]:
        return fixed_origins(config.webhook_url)

    def describe(self, config: NotificationConfig) -> str:
        return f"Send a message to a {_platform(config).title.en} group."

    def parameters_schema(self, config: NotificationConfig) -> JsonObject:
        """Return what is left to fill in; a link is required where the message type needs one."""
        schema = super().parameters_schema(config)
        if "link_url" in schema["properties"]:
            schema["required"] = [*schema.get("required", []), "link_url"]
        return schema

    def rehearse(
        self, config: NotificationConfig, parameters: NotificationParameters, invocation: Invocation
    ) -> Rehearsal:
        """Build every message without sending one."""
        bodies = _bodies(config, parameters)
        platform = _platform(config)
        would = Text("send messages to a {platform} group, {count} in all", count=len(bodies), platform=platform.title)
        return Rehearsal(would, {"messageType": platform.kind(config), "messages": bodies})

    def execute(
        self, config: NotificationConfig, parameters: NotificationParameters, invocation: Invocation
    ) -> ToolResult:
        """Send all pieces in order; stop at the first that is refused."""
        platform = _platform(config)
        bodies = _bodies(config, parameters)
        for number, body in enumerate(bodies):
            try:
                failed = self._send(platform, config, body, invocation, number)
            except ToolError as error:
                if number == 0:
                    raise
                failed = failure(self.operation, error.text, code=ResultCode.BACKEND)
            if failed is not None:
                return failed.model_copy(update={"data": {"sent": number, "total": len(bodies)}})
        message = Text("The message was sent to the {platform} group.", platform=platform.title)
        return operation_success({"sent": len(bodies), "total": len(bodies)}, message)

    def _send(
        self, platform: Platform, config: NotificationConfig, body: JsonObject, invocation: Invocation, number: int
    ) -> ToolResult | None:
        url, signed_body = platform.signed(config, body, invocation.runtime.now())
        key = invocation.context.idempotency_key
        headers = {**_HEADERS, "Idempotency-Key": f"{key}-{number}"} if key else _HEADERS
        request = OutboundRequest("POST", url, headers, write_json(signed_body))
        response = invocation.runtime.outbound.send(request, timeout_s=invocation.timeout_s, max_redirects=0)
        if is_transient(response.status):
            return failure(self.operation, busy_error(platform.title, response).text, code=ResultCode.UNAVAILABLE)
        reply = response.json()
        code_of_service = platform.error_code(reply)
        if code_of_service == 0:
            return None
        words = str(reply.get("msg") or reply.get("errmsg") or reply.get("StatusMessage") or "")
        refusal = platform.refusal(code_of_service, words)
        answer = f"{code_of_service}: {redact_beginning(words, 200)}"
        message = Text(
            "{title} rejected the message ({answer}). {advice}",
            title=platform.title,
            answer=answer,
            advice=refusal.advice,
        )
        return failure(self.operation, message, code=refusal.error.tool_code)


def _platform(config: NotificationConfig) -> Platform:
    return _PLATFORMS[type(config)]


def _bodies(config: NotificationConfig, parameters: NotificationParameters) -> list[JsonObject]:
    platform = _platform(config)
    kind = platform.kind(config)
    if kind in platform.kinds_with_link and not parameters.link_url.startswith(("https://", "http://")):
        raise ToolArgumentsError(Text("A message of type {kind} needs a link, an http or https URL.", kind=kind))
    return platform.bodies(
        config,
        Notification(kind, parameters.title, parameters.content, tuple(parameters.at_mobiles), parameters.link_url),
    )
