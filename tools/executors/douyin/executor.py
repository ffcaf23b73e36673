"""Publishes videos on Douyin, lists them and reads their figures. Pure."""

from collections.abc import Callable, Mapping, Sequence

from tools.core.call.nothing_found import Nothing
from tools.core.definitions import EffectClass, OperationType
from tools.core.envelope import ToolResult, empty, operation_success, query_success
from tools.core.errors import ToolNothingFoundError
from tools.core.field_errors import FieldError
from tools.core.text import Text
from tools.executors.contract.executor import Invocation, UiTool
from tools.executors.contract.missing import lacking
from tools.executors.contract.operations import OperationExecutor, ToolOperation
from tools.executors.contract.rehearsal import Rehearsal
from tools.executors.douyin.account import ACCOUNT, HOST
from tools.executors.douyin.open_api import DouyinApi
from tools.executors.douyin.settings import Action, DouyinVideoConfig, DouyinVideoParameters
from tools.executors.douyin.videos import figures, listed, publish, text_of
from tools.outbound.oauth.missing_permissions import refuse_unpermitted
from tools.outbound.origins import fixed_origins

_VIDEO = ("title", "description", "video_url", "cover_url", "tags")


def _publish(api: DouyinApi, asked: DouyinVideoParameters, invocation: Invocation) -> ToolResult:
    return operation_success(publish(api, asked, invocation), Text("The video was posted; Douyin reviews it."))


def _list(api: DouyinApi, asked: DouyinVideoParameters, invocation: Invocation) -> ToolResult:
    found = listed(api, asked)
    if not found["videos"]:
        return empty(OperationType.QUERY, Text("The account has no videos here."), found)
    return query_success(found, Text("Videos found: {count}.", count=len(found["videos"])))


def _figures(api: DouyinApi, asked: DouyinVideoParameters, invocation: Invocation) -> ToolResult:
    found = figures(api, asked)
    if not found["videos"]:
        raise ToolNothingFoundError(Text("There is no such video. Check its ID."))
    return query_success(found, Text("Videos found: {count}.", count=len(found["videos"])))


_Run = Callable[[DouyinApi, DouyinVideoParameters, Invocation], ToolResult]
_PUBLISH: ToolOperation[_Run] = ToolOperation(
    _publish, ("title", "video_url"), takes=_VIDEO, scopes=("video.create.bind",)
)
_OPERATIONS: Mapping[Action, ToolOperation[_Run]] = {
    "publish": _PUBLISH,
    "draft": _PUBLISH,
    "list": ToolOperation(
        _list, takes=("cursor", "page_size"), effect=EffectClass.REPEATABLE, scopes=("video.list.bind",)
    ),
    "data": ToolOperation(_figures, ("item_ids",), effect=EffectClass.REPEATABLE, scopes=("video.data.bind",)),
}


class DouyinVideoExecutor(OperationExecutor[DouyinVideoConfig, DouyinVideoParameters]):
    """`douyin_video`: a post carries no key against repetition, so it is looked up when its answer got lost."""

    name = "douyin_video"
    title = Text("Douyin video")
    help = Text("Publish videos on Douyin and read their statistics.")
    keywords = Text("tiktok, video, social")
    icon = "logo-tiktok"
    category = "publishing"
    resource_type = "publication"
    operation = OperationType.OPERATION
    nothing = Nothing({"videos": [], "has_more": False})
    effect_class = EffectClass.UNREPEATABLE
    ui_tools = (UiTool("douyin-video", title, help, icon, DouyinVideoConfig),)
    operations = _OPERATIONS
    prefilled = _VIDEO

    def origins(self, config: DouyinVideoConfig) -> frozenset[str]:
        return fixed_origins(HOST)

    def missing(self, config: DouyinVideoConfig) -> Sequence[FieldError]:
        return [] if config.credential else [lacking("credential", Text("Choose a connected account."))]

    def check(self, parameters: DouyinVideoParameters, invocation: Invocation) -> None:
        super().check(parameters, invocation)
        refuse_unpermitted(ACCOUNT, self.row(parameters).scopes, invocation.signer)

    def rehearse(
        self, config: DouyinVideoConfig, parameters: DouyinVideoParameters, invocation: Invocation
    ) -> Rehearsal:
        self.check(parameters, invocation)
        would = Text("{action} on Douyin", action=parameters.action)
        if self.row(parameters).repeatable:
            return Rehearsal(would)
        if not invocation.runtime.files.is_ours(parameters.video_url):
            invocation.runtime.outbound.without_credential().check(parameters.video_url)
        return Rehearsal(would, {"text": text_of(parameters), "video_url": parameters.video_url})

    def run(self, config: DouyinVideoConfig, parameters: DouyinVideoParameters, invocation: Invocation) -> ToolResult:
        return _OPERATIONS[parameters.action].run(DouyinApi(invocation), parameters, invocation)
