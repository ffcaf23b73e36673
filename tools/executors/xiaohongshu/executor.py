"""Publishes and reads notes on Xiaohongshu through the xiaohongshu-mcp bridge. Pure."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta

from tools.core.definitions import CallContext, EffectClass, JsonObject, OperationType
from tools.core.envelope import ToolResult, empty, operation_success, query_success
from tools.core.errors import ToolArgumentsError
from tools.core.field_errors import FieldError
from tools.core.nothing_found import Nothing
from tools.core.text import Text
from tools.core.token_port import credential_key
from tools.executors.contract.executor import Executor, Invocation, UiTool
from tools.executors.contract.missing import unfilled
from tools.executors.contract.operations import check_given, fixed_as_absent, requiring
from tools.executors.contract.rehearsal import Rehearsal
from tools.executors.xiaohongshu import notes
from tools.executors.xiaohongshu.bridge import Bridge
from tools.executors.xiaohongshu.http_bridge import HttpBridge
from tools.executors.xiaohongshu.mcp_bridge import McpBridge
from tools.executors.xiaohongshu.settings import Action, XiaohongshuConfig, XiaohongshuParameters

_NOTE = ("title", "content", "images", "topics", "visibility", "schedule_at")
_VIDEO = ("title", "content", "topics", "visibility", "schedule_at", "video_path")
_USES: Mapping[Action, tuple[str, ...]] = {
    "publish": _NOTE,
    "draft": ("title", "content", "images", "topics"),
    "publish_video": _VIDEO,
    "search": ("keyword", "sort_by"),
    "list": (),
    "my_notes": (),
    "detail": ("feed_id", "xsec_token"),
    "comment": ("feed_id", "xsec_token", "content"),
    "status": (),
}
_NEEDS: Mapping[Action, tuple[str, ...]] = {
    **_USES,
    "publish": ("title", "content", "images"),
    "draft": ("title", "content", "images"),
    "publish_video": ("title", "content", "video_path"),
    "search": ("keyword",),
}
_RUNS: Mapping[Action, Callable[[Bridge, XiaohongshuParameters], JsonObject]] = {
    "publish": notes.publish,
    "draft": notes.publish,
    "publish_video": notes.publish,
    "search": notes.search,
    "list": notes.recommended,
    "my_notes": notes.my_notes,
    "detail": notes.detail,
    "comment": notes.comment,
    "status": notes.status,
}
_WRITES = frozenset({"publish", "draft", "publish_video", "comment"})
_FIXED = ("title", "content", "images")
_WRONG_TIME = Text("schedule_at must be an ISO 8601 time with offset, 1 hour to 14 days ahead.")


class XiaohongshuExecutor(Executor[XiaohongshuConfig, XiaohongshuParameters]):
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
    effect_class = EffectClass.UNREPEATABLE
    parameters_model = XiaohongshuParameters
    ui_tools = (UiTool("xiaohongshu", title, help, icon, XiaohongshuConfig),)

    def bound(self, config: XiaohongshuConfig) -> JsonObject:
        """Return what the person filled in; a file on the bridge's machine is never left to a model."""
        fixed: JsonObject = {}
        used: tuple[str, ...] = _FIXED
        if config.action is not None:
            used = _USES[config.action]
            fixed = {**fixed_as_absent(XiaohongshuParameters, used), "action": config.action}
        values = config.model_dump()
        fixed |= {name: values[name] for name in _FIXED if values[name] and name in used}
        return {**fixed, "video_path": config.video_path}

    def missing(self, config: XiaohongshuConfig) -> Sequence[FieldError]:
        """Return what the action lacks."""
        return unfilled(config, "bridge_url", *(("video_path",) if config.action == "publish_video" else ()))

    def addresses(self, config: XiaohongshuConfig) -> Mapping[str, str]:
        return {"/bridgeUrl": config.bridge_url} if config.bridge_url else {}

    def parameters_schema(self, config: XiaohongshuConfig) -> JsonObject:
        """Return what is left to fill in; a fixed action names what it needs."""
        return requiring(super().parameters_schema(config), _NEEDS[config.action] if config.action else ())

    def effect(self, config: XiaohongshuConfig, parameters: XiaohongshuParameters, context: CallContext) -> EffectClass:
        """Reading may be repeated."""
        return EffectClass.UNREPEATABLE if parameters.action in _WRITES else EffectClass.REPEATABLE

    def rehearse(
        self, config: XiaohongshuConfig, parameters: XiaohongshuParameters, invocation: Invocation
    ) -> Rehearsal:
        _check(parameters, invocation)
        would = Text("{action} on Xiaohongshu", action=parameters.action)
        return Rehearsal(would, {"arguments": self.given(config, parameters)})

    def execute(
        self, config: XiaohongshuConfig, parameters: XiaohongshuParameters, invocation: Invocation
    ) -> ToolResult:
        """Do the work when the bridge is free."""
        _check(parameters, invocation)
        mutex, left_s = invocation.runtime.mutex, invocation.timeout_s
        with mutex.held(credential_key("xhs", config.bridge_url), wait_s=left_s / 2, hold_s=left_s):
            data = _RUNS[parameters.action](_bridge(config, invocation), parameters)
        if parameters.action in _WRITES:
            return operation_success(data, Text("Done on Xiaohongshu."))
        if data.get("notes") == []:
            return empty(OperationType.QUERY, Text("No notes were found."), data)
        return query_success(data)


def _bridge(config: XiaohongshuConfig, invocation: Invocation) -> Bridge:
    interface = McpBridge if config.interface == "mcp" else HttpBridge
    return interface(config.bridge_url, config.bridge_token, invocation)


def _check(parameters: XiaohongshuParameters, invocation: Invocation) -> None:
    check_given(parameters, parameters.action, _NEEDS[parameters.action])
    notes.check_title(parameters.title)
    for address in parameters.images:
        # The bridge would read a path from its own disk, and fetches addresses itself: only public ones may reach it.
        invocation.runtime.outbound.without_credential().check(address)
    if parameters.schedule_at:
        _check_time(parameters.schedule_at, invocation.runtime.now())


def _check_time(text: str, now: datetime) -> None:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise ToolArgumentsError(_WRONG_TIME) from error
    if moment.tzinfo is None or not timedelta(hours=1) <= moment - now <= timedelta(days=14):
        raise ToolArgumentsError(_WRONG_TIME)
