"""Publishes videos on Douyin, lists them and reads their figures. Pure."""

from collections.abc import Mapping, Sequence

from tools.core.definitions import CallContext, EffectClass, JsonObject, OperationType
from tools.core.envelope import ToolResult, empty, operation_success, query_success
from tools.core.errors import ToolNothingFoundError
from tools.core.field_errors import FieldError
from tools.core.nothing_found import Nothing
from tools.core.text import Text
from tools.executors.contract.executor import Executor, Invocation, UiTool
from tools.executors.contract.missing import lacking
from tools.executors.contract.operations import check_given, fixed_as_absent, requiring
from tools.executors.contract.rehearsal import Rehearsal
from tools.executors.douyin.open_api import HOST, DouyinApi
from tools.executors.douyin.settings import WRITES, Action, DouyinVideoConfig, DouyinVideoParameters
from tools.executors.douyin.videos import figures, listed, publish, text_of
from tools.executors.signing.permissions import refuse_unpermitted
from tools.outbound.origins import fixed_origins

_POSTED = Text("The video was posted; Douyin reviews it.")
_VIDEO = ("title", "description", "video_url", "cover_url", "tags")
_USES: Mapping[Action, tuple[str, ...]] = {
    **dict.fromkeys(WRITES, _VIDEO),
    "list": ("cursor", "page_size"),
    "data": ("item_ids",),
}
_NEEDS: Mapping[Action, tuple[str, ...]] = {
    **dict.fromkeys(WRITES, ("title", "video_url")),
    "list": (),
    "data": ("item_ids",),
}

_SCOPES: Mapping[Action, tuple[str, ...]] = {
    **dict.fromkeys(WRITES, ("video.create.bind",)),
    "list": ("video.list.bind",),
    "data": ("video.data.bind",),
}


class DouyinVideoExecutor(Executor[DouyinVideoConfig, DouyinVideoParameters]):
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
    parameters_model = DouyinVideoParameters
    ui_tools = (UiTool("douyin-video", title, help, icon, DouyinVideoConfig),)

    def bound(self, config: DouyinVideoConfig) -> JsonObject:
        """Return what the person filled in; parameters that a fixed action does not use are fixed as absent."""
        used = _USES[config.action] if config.action else _VIDEO
        fixed = {**fixed_as_absent(DouyinVideoParameters, used), "action": config.action} if config.action else {}
        values = config.model_dump()
        return fixed | {name: values[name] for name in _VIDEO if values[name] and name in used}

    def origins(self, config: DouyinVideoConfig) -> frozenset[str]:
        return fixed_origins(HOST)

    def missing(self, config: DouyinVideoConfig) -> Sequence[FieldError]:
        """An account must be chosen."""
        return [] if config.credential else [lacking("credential", Text("Choose a connected account."))]

    def credential_id(self, config: DouyinVideoConfig) -> str:
        return config.credential

    def parameters_schema(self, config: DouyinVideoConfig) -> JsonObject:
        """Return what is left to fill in; a fixed action names what it needs."""
        return requiring(super().parameters_schema(config), _NEEDS[config.action] if config.action else ())

    def effect(self, config: DouyinVideoConfig, parameters: DouyinVideoParameters, context: CallContext) -> EffectClass:
        """Reading may be repeated."""
        return EffectClass.UNREPEATABLE if parameters.action in WRITES else EffectClass.REPEATABLE

    def rehearse(
        self, config: DouyinVideoConfig, parameters: DouyinVideoParameters, invocation: Invocation
    ) -> Rehearsal:
        _check(parameters)
        refuse_unpermitted(_SCOPES[parameters.action], invocation.signer)
        would = Text("{action} on Douyin", action=parameters.action)
        if parameters.action not in WRITES:
            return Rehearsal(would)
        if not invocation.runtime.files.is_ours(parameters.video_url):
            invocation.runtime.outbound.without_credential().check(parameters.video_url)
        return Rehearsal(would, {"text": text_of(parameters), "video_url": parameters.video_url})

    def execute(
        self, config: DouyinVideoConfig, parameters: DouyinVideoParameters, invocation: Invocation
    ) -> ToolResult:
        """Do the work."""
        _check(parameters)
        refuse_unpermitted(_SCOPES[parameters.action], invocation.signer)
        api = DouyinApi(invocation)
        if parameters.action in WRITES:
            return operation_success(publish(api, parameters, invocation), _POSTED)
        is_list = parameters.action == "list"
        found = listed(api, parameters) if is_list else figures(api, parameters)
        if found["videos"]:
            return query_success(found, Text("{count} video(s) found.", count=len(found["videos"])))
        if is_list:
            return empty(OperationType.QUERY, Text("The account has no videos here."), found)
        raise ToolNothingFoundError(Text("There is no such video. Check its ID."))


def _check(parameters: DouyinVideoParameters) -> None:
    check_given(parameters, parameters.action, _NEEDS[parameters.action])
