"""Publishes and reads notes on Xiaohongshu through the xiaohongshu-mcp bridge. Pure."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta

from tools.core.definitions import EffectClass, JsonObject, OperationType
from tools.core.envelope import Nothing, ToolResult, empty, operation_success, query_success
from tools.core.errors import ToolArgumentsError
from tools.core.field_errors import FieldError
from tools.core.registered.tokens import credential_key
from tools.core.text import Text
from tools.executors.contract.executor import Invocation, UiTool, unfilled
from tools.executors.contract.operations import OperationExecutor, ToolOperation
from tools.executors.xiaohongshu import notes
from tools.executors.xiaohongshu.bridge import Bridge, HttpBridge, McpBridge
from tools.executors.xiaohongshu.settings import Action, XiaohongshuConfig, XiaohongshuParameters

_NOTE = ("title", "content", "images")
_MORE = ("topics", "visibility", "schedule_at")
_READS = EffectClass.REPEATABLE
_OPERATIONS: Mapping[Action, ToolOperation[Callable[[Bridge, XiaohongshuParameters], JsonObject]]] = {
    "publish": ToolOperation(notes.publish, _NOTE, _MORE),
    "draft": ToolOperation(notes.publish, _NOTE, ("topics",)),
    "publish_video": ToolOperation(notes.publish, ("title", "content", "video_path"), _MORE),
    "search": ToolOperation(notes.search, ("keyword",), ("sort_by",), effect=_READS),
    "list": ToolOperation(notes.recommended, effect=_READS),
    "my_notes": ToolOperation(notes.my_notes, effect=_READS),
    "detail": ToolOperation(notes.detail, ("feed_id", "xsec_token"), effect=_READS),
    "comment": ToolOperation(notes.comment, ("feed_id", "xsec_token", "content")),
    "status": ToolOperation(notes.status, effect=_READS),
}
_WRONG_TIME = Text("Enter the time in ISO 8601 with offset, 1 hour to 14 days ahead.")


class XiaohongshuExecutor(OperationExecutor[XiaohongshuConfig, XiaohongshuParameters]):
    """`xiaohongshu`: a bridge drives one browser, so its calls go one at a time."""

    name = "xiaohongshu"
    title = Text("Xiaohongshu")
    help = Text("Publish and read notes on Xiaohongshu.")
    keywords = Text("rednote, red, social, publish")
    icon = "logo-xiaohongshu"
    category = "publishing"
    resource_type = "publication"
    operation = OperationType.OPERATION
    nothing = Nothing({"notes": []})
    ui_tools = (UiTool("xiaohongshu", title, help, icon, XiaohongshuConfig),)
    operations = _OPERATIONS
    prefilled = _NOTE

    def bound(self, config: XiaohongshuConfig) -> JsonObject:
        """Never leave a file on the bridge's machine to a model."""
        return {**super().bound(config), "video_path": config.video_path}

    def missing(self, config: XiaohongshuConfig) -> Sequence[FieldError]:
        return unfilled(config, "bridge_url", *(("video_path",) if config.action == "publish_video" else ()))

    def addresses(self, config: XiaohongshuConfig) -> Mapping[str, str]:
        return {"/bridgeUrl": config.bridge_url} if config.bridge_url else {}

    def would(self, parameters: XiaohongshuParameters) -> Text:
        return Text("{action} on Xiaohongshu", action=parameters.action)

    def check(self, parameters: XiaohongshuParameters, invocation: Invocation) -> None:
        """Check title, addresses and time as the bridge would."""
        super().check(parameters, invocation)
        notes.check_title(parameters.title)
        for address in parameters.images:
            # The bridge would read a path from its own disk, and fetches addresses itself: only public ones reach it.
            invocation.runtime.outbound.without_credential().check(address)
        if parameters.schedule_at:
            _check_time(parameters.schedule_at, invocation.runtime.now())

    def run(self, config: XiaohongshuConfig, parameters: XiaohongshuParameters, invocation: Invocation) -> ToolResult:
        """Do the work when the bridge is free."""
        mutex, left_s = invocation.runtime.mutex, invocation.timeout_s
        with mutex.held(credential_key("xhs", config.bridge_url), wait_s=left_s / 2, hold_s=left_s):
            data = _OPERATIONS[parameters.action].run(_bridge(config, invocation), parameters)
        if not self.row(parameters).repeatable:
            return operation_success(data, Text("Done on Xiaohongshu."))
        if data.get("notes") == []:
            return empty(OperationType.QUERY, Text("No notes were found."), data)
        return query_success(data)


def _bridge(config: XiaohongshuConfig, invocation: Invocation) -> Bridge:
    interface = McpBridge if config.interface == "mcp" else HttpBridge
    return interface(config.bridge_url, config.bridge_token, invocation)


def _check_time(text: str, now: datetime) -> None:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise ToolArgumentsError(_WRONG_TIME) from error
    if moment.tzinfo is None or not timedelta(hours=1) <= moment - now <= timedelta(days=14):
        raise ToolArgumentsError(_WRONG_TIME)
