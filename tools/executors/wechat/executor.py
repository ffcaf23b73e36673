"""Writes and publishes articles of a WeChat Official Account. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tools.core.definitions import CallContext, EffectClass, JsonObject, OperationType
from tools.core.envelope import ResultCode, ToolResult, failure, operation_success, query_success, save_success
from tools.core.errors import ToolArgumentsError, ToolConfigurationError, ToolError
from tools.core.field_errors import FieldError
from tools.core.text import Text
from tools.executors.contract.executor import Executor, Invocation, UiTool
from tools.executors.contract.missing import unfilled
from tools.executors.contract.operations import check_given, fixed_as_absent, requiring
from tools.executors.contract.rehearsal import Rehearsal
from tools.executors.wechat.articles import RUNNING, WechatArticles
from tools.executors.wechat.open_api import HOST, PUBLISH_NOT_ALLOWED, WechatApi
from tools.executors.wechat.settings import OPERATION_OF, Operation, WechatMpConfig, WechatMpParameters
from tools.outbound.origins import fixed_origins

_HANDED_IN = Text("The article was handed in; ask for its status with the publish id.")
_ARTICLE = (
    "title",
    "author",
    "digest",
    "content",
    "content_source_url",
    "thumb_media_id",
    "need_open_comment",
    "only_fans_can_comment",
)
_WRITTEN = (*_ARTICLE, "cover_url")
_FIXED = ("title", "author", "digest", "content", "cover_url")
_USES: Mapping[Operation, tuple[str, ...]] = {
    "publish": _WRITTEN,
    "create_draft": _WRITTEN,
    "submit_publish": ("media_id",),
    "get_publish_status": ("publish_id",),
}
_NEEDS: Mapping[Operation, tuple[str, ...]] = {
    "publish": ("title", "content"),
    "create_draft": ("title", "content"),
    "submit_publish": ("media_id",),
    "get_publish_status": ("publish_id",),
}
_NO_COVER = Text("An article needs a cover. Provide cover_url or thumb_media_id.")
_DRAFT_ONLY = Text(
    "The draft was stored, but this account cannot publish through the API: since July 2025, "
    "personal and unverified accounts cannot. Publish the draft in WeChat's console, or set the "
    "action to draft."
)


class WechatMpExecutor(Executor[WechatMpConfig, WechatMpParameters]):
    """`wechat_mp`: nothing that is written has a key against repetition, so no write is repeated."""

    name = "wechat_mp"
    title = Text("WeChat Official Account")
    help = Text("Write and publish articles of a WeChat Official Account.")
    keywords = Text("weixin, article, publish")
    icon = "logo-wechat"
    category = "publishing"
    resource_type = "publication"
    operation = OperationType.OPERATION
    effect_class = EffectClass.UNREPEATABLE
    parameters_model = WechatMpParameters
    ui_tools = (UiTool("wechat-mp", title, help, icon, WechatMpConfig),)

    def bound(self, config: WechatMpConfig) -> JsonObject:
        """Return what the person filled in; parameters that a fixed action does not use are fixed as absent."""
        fixed: JsonObject = {}
        used: tuple[str, ...] = _WRITTEN
        if config.action is not None:
            operation = OPERATION_OF[config.action]
            used = _USES[operation]
            fixed = {**fixed_as_absent(WechatMpParameters, used), "operation": operation}
        values = config.model_dump()
        return fixed | {name: values[name] for name in _FIXED if values[name] and name in used}

    def origins(self, config: WechatMpConfig) -> frozenset[str]:
        return fixed_origins(HOST)

    def missing(self, config: WechatMpConfig) -> Sequence[FieldError]:
        """An account without its credentials cannot be used."""
        return unfilled(config, "app_id", "app_secret")

    def parameters_schema(self, config: WechatMpConfig) -> JsonObject:
        """Return what is left to fill in; a fixed action names what it needs."""
        needed = _NEEDS[OPERATION_OF[config.action]] if config.action else ()
        return requiring(super().parameters_schema(config), needed)

    def effect(self, config: WechatMpConfig, parameters: WechatMpParameters, context: CallContext) -> EffectClass:
        """Only asking for the status may be repeated."""
        return EffectClass.REPEATABLE if parameters.operation == "get_publish_status" else EffectClass.UNREPEATABLE

    def rehearse(self, config: WechatMpConfig, parameters: WechatMpParameters, invocation: Invocation) -> Rehearsal:
        _check(parameters)
        if parameters.cover_url and not invocation.runtime.files.is_ours(parameters.cover_url):
            invocation.runtime.outbound.without_credential().check(parameters.cover_url)
        would = Text("{operation} in WeChat", operation=parameters.operation)
        return replace(super().rehearse(config, parameters, invocation), would=would)

    def execute(self, config: WechatMpConfig, parameters: WechatMpParameters, invocation: Invocation) -> ToolResult:
        """Do the work; publishing waits a little for its outcome."""
        _check(parameters)
        articles = WechatArticles(WechatApi(config.app_id, config.app_secret, invocation), invocation)
        if parameters.operation == "get_publish_status":
            return query_success(articles.status(parameters.publish_id))
        media_id = parameters.media_id
        if parameters.operation in {"publish", "create_draft"}:
            article = {name: value for name in _ARTICLE if (value := getattr(parameters, name)) not in ("", 0)}
            media_id = articles.draft(article, parameters.cover_url)
            if parameters.operation == "create_draft":
                return save_success({"media_id": media_id}, Text("The draft was stored."))
        try:
            publish_id = articles.submit(media_id)
        except ToolError as error:
            return _not_published(error, media_id, is_new=parameters.operation == "publish")
        return _published({"media_id": media_id, **_as_it_stands(articles, publish_id)})


def _check(parameters: WechatMpParameters) -> None:
    check_given(parameters, parameters.operation, _NEEDS[parameters.operation])
    if parameters.operation in {"publish", "create_draft"} and not (parameters.cover_url or parameters.thumb_media_id):
        raise ToolArgumentsError(_NO_COVER)


def _as_it_stands(articles: WechatArticles, publish_id: str) -> JsonObject:
    try:
        return articles.settled(publish_id)
    except ToolError:
        # It was handed in; not knowing how it stands is no failure of that.
        return {"publish_id": publish_id, "publish_status": RUNNING, "state": "publishing"}


def _published(data: JsonObject) -> ToolResult:
    if data["publish_status"] == 0:
        return operation_success(data, Text("The article was published."))
    if data["publish_status"] == RUNNING:
        return operation_success(data, _HANDED_IN)
    text = Text("WeChat did not publish the article: {state}.", state=data["state"])
    return failure(OperationType.OPERATION, text, code=ResultCode.BACKEND, data=data)


def _not_published(error: ToolError, media_id: str, *, is_new: bool) -> ToolResult:
    if not is_new:
        raise error
    data = {"media_id": media_id, **error.details}
    if isinstance(error, ToolConfigurationError) and error.details.get("vendorCode") == PUBLISH_NOT_ALLOWED:
        return failure(OperationType.OPERATION, _DRAFT_ONLY, code=ResultCode.CONFIGURATION, data=data)
    text = Text("The draft was stored but not published. {error}", error=error.text)
    return failure(OperationType.OPERATION, text, code=error.tool_code, data=data)
