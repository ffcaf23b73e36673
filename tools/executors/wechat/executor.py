"""Writes and publishes articles of a WeChat Official Account. Pure."""

import html
import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

from tools.core.definitions import EffectClass, JsonObject, OperationType
from tools.core.envelope import ResultCode, ToolResult, failure, operation_success, query_success, save_success
from tools.core.errors import (
    ToolArgumentsError,
    ToolConfigurationError,
    ToolError,
    ToolNotReachedError,
    ToolUnavailableError,
)
from tools.core.registered.files import FileContent
from tools.core.text import Text
from tools.executors.contract.executor import Invocation, Rehearsal, ToolModel, ToolParameters, UiTool
from tools.executors.contract.operations import (
    OperationExecutor,
    ToolOperation,
    action_field,
    line_field,
    secret_field,
    text_field,
)
from tools.executors.contract.schema import form_field
from tools.executors.shared.media import fetch_media
from tools.executors.shared.vendor_api import FormFile
from tools.executors.wechat.open_api import HOST, PUBLISH_NOT_ALLOWED, WechatApi
from tools.outbound.origins import fixed_origins

_MB = 1024 * 1024
_MAX_COVER = 10 * _MB
_MAX_INLINE = 1 * _MB
_MAX_PICTURES = 30
# Python 3.11.2, which Debian has, finds nothing with a possessive group that looks ahead.
_IMG_SRC = re.compile(
    r"""(<img\b[^<>]*?\ssrc\s*+=\s*+)(?:"(?P<double>[^<>"]*+)"|'(?P<single>[^<>']*+)')""", re.IGNORECASE
)
_OWN_HOSTS = re.compile(r"https?://(?:[a-z0-9-]+\.)*(?:qpic\.cn|qlogo\.cn|weixin\.qq\.com)/", re.IGNORECASE)
_STATUS: Mapping[int, Text] = {
    0: Text("published"),
    1: Text("publishing"),
    2: Text("failed: the claim of originality was rejected"),
    3: Text("failed"),
    4: Text("rejected in review"),
    5: Text("deleted after publishing"),
    6: Text("banned after publishing"),
}
RUNNING = 1
_POLLS_S = (1.0, 2.0, 3.0, 4.0, 5.0)
_COVER_KINDS = frozenset({"image/png", "image/jpeg", "image/gif", "image/bmp"})
_INLINE_KINDS = frozenset({"image/png", "image/jpeg"})


class WechatArticles:
    """Works on one account's articles within one attempt."""

    def __init__(self, api: WechatApi, invocation: Invocation) -> None:
        self._api = api
        self._invocation = invocation

    def draft(self, article: JsonObject, cover_url: str) -> str:
        """Upload the pictures, store a draft and return its media id."""
        content = self._with_own_pictures(str(article["content"]))
        thumb = article.get("thumb_media_id") or self._cover(cover_url)
        ready = {**article, "content": content, "thumb_media_id": thumb}
        try:
            return str(self._api.call("/cgi-bin/draft/add", {"articles": [ready]})["media_id"])
        except ToolNotReachedError:
            raise
        except ToolUnavailableError as error:
            if error.details.get("vendorCode") is not None:
                raise
            # The answer got lost, not necessarily the draft; a second one must not be made.
            found = self._newest_draft(str(article["title"]))
            if found is None:
                raise
            return found

    def submit(self, media_id: str) -> str:
        """Hand a draft in for publishing and return the publish id."""
        return str(self._api.call("/cgi-bin/freepublish/submit", {"media_id": media_id})["publish_id"])

    def status(self, publish_id: str) -> JsonObject:
        """Return `publish_status`, `state`, and addresses once there are any."""
        reply = self._api.call("/cgi-bin/freepublish/get", {"publish_id": publish_id})
        number = int(reply.get("publish_status") or 0)
        items: list[Any] = (reply.get("article_detail") or {}).get("item") or []
        return {
            "publish_id": publish_id,
            "publish_status": number,
            "state": _STATUS.get(number, Text("unknown")).en,
            "article_id": reply.get("article_id") or "",
            "article_urls": [one.get("article_url") for one in items if isinstance(one, dict)],
        }

    def settled(self, publish_id: str) -> JsonObject:
        """Return the final status, or the current one after the longest wait."""
        found = self.status(publish_id)
        for wait_s in _POLLS_S:
            if found["publish_status"] != RUNNING or not self._api.wait(wait_s):
                break
            found = self.status(publish_id)
        return found

    def _newest_draft(self, title: str) -> str | None:
        reply = self._api.call("/cgi-bin/draft/batchget", {"offset": 0, "count": 1, "no_content": 1})
        for item in reply.get("item") or []:
            news = (item.get("content") or {}).get("news_item") or [{}]
            age_s = self._invocation.runtime.now().timestamp() - float(item.get("update_time") or 0)
            if news[0].get("title") == title and age_s < 120:
                return str(item["media_id"])
        return None

    def _cover(self, cover_url: str) -> str:
        picture = self._picture(cover_url, "cover", _MAX_COVER, _COVER_KINDS)
        reply = self._api.call("/cgi-bin/material/add_material", query={"type": "image"}, files=(_form_file(picture),))
        return str(reply["media_id"])

    def _with_own_pictures(self, content: str) -> str:
        """Upload the pictures of an article: the service removes those of other hosts."""
        uploaded: dict[str, str] = {}
        for found in _IMG_SRC.finditer(content):
            address = _address(found)
            if not address or address in uploaded or _OWN_HOSTS.match(address):
                continue
            if len(uploaded) == _MAX_PICTURES:
                raise ToolArgumentsError(
                    Text("An article can have at most {max_pictures} images.", max_pictures=_MAX_PICTURES)
                )
            picture = self._picture(address, f"picture-{len(uploaded) + 1}", _MAX_INLINE, _INLINE_KINDS)
            reply = self._api.call("/cgi-bin/media/uploadimg", files=(_form_file(picture),))
            uploaded[address] = str(reply["url"])

        def replaced(match: re.Match[str]) -> str:
            address = _address(match)
            return f'{match[1]}"{html.escape(uploaded.get(address, address), quote=True)}"'

        return _IMG_SRC.sub(replaced, content)

    def _picture(self, address: str, stem: str, max_bytes: int, kinds: frozenset[str]) -> FileContent:
        picture = fetch_media(address, self._invocation, left_s=self._api.left_s, max_bytes=max_bytes, stem=stem)
        if picture.content_type not in kinds:
            names = ", ".join(sorted(kind.removeprefix("image/") for kind in kinds))
            raise ToolArgumentsError(Text("The {stem} must be one of: {names}.", stem=stem, names=names))
        return picture


def _address(match: re.Match[str]) -> str:
    return html.unescape(match["double"] or match["single"] or "").strip()


def _form_file(picture: FileContent) -> FormFile:
    return FormFile("media", picture.name, picture.content_type, picture.content)


Action = Literal["publish", "draft", "submit", "status"]
Operation = Literal["publish", "create_draft", "submit_publish", "get_publish_status"]
OPERATION_OF: Mapping[Action, Operation] = {
    "publish": "publish",
    "draft": "create_draft",
    "submit": "submit_publish",
    "status": "get_publish_status",
}
_ACTION_LABELS: Mapping[Action, Text] = {
    "publish": Text("Publish"),
    "draft": Text("Save as draft"),
    "submit": Text("Publish a draft"),
    "status": Text("Check the publishing status"),
}
_HANDED_IN = Text("The article was submitted. Check its status with the publish ID.")
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
_NO_COVER = Text("An article needs a cover. Give the URL of an image, or the ID of a stored one.")
_DRAFT_ONLY = Text(
    "The draft was stored, but this account cannot publish through the API: since July 2025, "
    "personal and unverified accounts cannot. Publish the draft in WeChat's console, or set the "
    "action to draft."
)


class WechatMpConfig(ToolModel):
    app_id: str = form_field("App ID", "In the account's developer settings.", default="")
    app_secret: str = secret_field(Text("App secret"))
    action: Action | None = action_field(_ACTION_LABELS)
    title: str = line_field(Text("Title"))
    author: str = line_field(Text("Author"))
    digest: str = text_field(Text("Digest"))
    content: str = text_field(Text.in_context("article", "Content"), Text("HTML."))
    cover_url: str = line_field(
        Text("Cover image"),
        Text("URL of an image. Every article needs a cover. The model fills it in if you do not."),
    )


class WechatMpParameters(ToolParameters):
    operation: Annotated[
        Operation,
        form_field(
            "Operation", "“Publish” stores the article as a draft and publishes it. “Save as draft” only stores it."
        ),
    ]
    title: str = form_field("Title", "At most 32 characters.", default="", max_length=32)
    author: str = form_field("Author", default="", max_length=16)
    digest: str = form_field("Digest", "By default, the first 54 characters.", default="", max_length=128)
    content: str = form_field(
        Text.in_context("article", "Content"),
        "HTML. Images are uploaded; WeChat removes scripts.",
        default="",
        max_length=20_000,
    )
    content_source_url: str = form_field("Source URL", default="", max_length=1024)
    cover_url: str = form_field("Cover image", "URL of an image.", default="")
    thumb_media_id: str = form_field(
        "Cover media ID", "An image stored permanently at WeChat, in place of a URL.", default=""
    )
    need_open_comment: Literal[0, 1] = form_field("Open comments", default=0)
    only_fans_can_comment: Literal[0, 1] = form_field("Fans only", default=0)
    media_id: str = form_field("Draft ID", "For publishing a draft.", default="")
    publish_id: str = form_field("Publish ID", "For checking the publishing status.", default="")


def _publish(articles: WechatArticles, asked: WechatMpParameters) -> ToolResult:
    media_id = _stored(articles, asked)
    try:
        publish_id = articles.submit(media_id)
    except ToolError as error:
        return _not_published(error, media_id)
    return _published(articles, media_id, publish_id)


def _create_draft(articles: WechatArticles, asked: WechatMpParameters) -> ToolResult:
    return save_success({"media_id": _stored(articles, asked)}, Text("The draft was stored."))


def _submit(articles: WechatArticles, asked: WechatMpParameters) -> ToolResult:
    return _published(articles, asked.media_id, articles.submit(asked.media_id))


def _status(articles: WechatArticles, asked: WechatMpParameters) -> ToolResult:
    return query_success(articles.status(asked.publish_id))


_WRITTEN = ("title", "content"), (*_ARTICLE, "cover_url")
_OPERATIONS: Mapping[Operation, ToolOperation[Callable[[WechatArticles, WechatMpParameters], ToolResult]]] = {
    "publish": ToolOperation(_publish, *_WRITTEN),
    "create_draft": ToolOperation(_create_draft, *_WRITTEN),
    "submit_publish": ToolOperation(_submit, ("media_id",)),
    "get_publish_status": ToolOperation(_status, ("publish_id",), effect=EffectClass.REPEATABLE),
}


class WechatMpExecutor(OperationExecutor[WechatMpConfig, WechatMpParameters]):
    """`wechat_mp`: nothing that is written has a key against repetition, so no write is repeated."""

    name = "wechat_mp"
    title = Text("WeChat Official Account")
    help = Text("Write and publish articles of a WeChat Official Account.")
    keywords = Text("weixin, article, publish")
    icon = "logo-wechat"
    category = "publishing"
    resource_type = "publication"
    operation = OperationType.OPERATION
    required = ("app_id", "app_secret")
    ui_tools = (UiTool("wechat-mp", title, help, icon, WechatMpConfig),)
    operations = _OPERATIONS
    choice = "operation"
    prefilled = ("title", "author", "digest", "content", "cover_url")

    def fixed_operation(self, config: WechatMpConfig) -> Operation | None:
        return OPERATION_OF[config.action] if config.action else None

    def origins(self, config: WechatMpConfig) -> frozenset[str]:
        return fixed_origins(HOST)

    def would(self, parameters: WechatMpParameters) -> Text:
        return Text("{operation} in WeChat", operation=parameters.operation)

    def check(self, parameters: WechatMpParameters, invocation: Invocation) -> None:
        """Refuse an article without a cover."""
        super().check(parameters, invocation)
        is_article = parameters.operation in {"publish", "create_draft"}
        if is_article and not (parameters.cover_url or parameters.thumb_media_id):
            raise ToolArgumentsError(_NO_COVER)

    def rehearse(self, config: WechatMpConfig, parameters: WechatMpParameters, invocation: Invocation) -> Rehearsal:
        """Check the cover's address, too."""
        found = super().rehearse(config, parameters, invocation)
        if parameters.cover_url and not invocation.runtime.files.is_ours(parameters.cover_url):
            invocation.runtime.outbound.without_credential().check(parameters.cover_url)
        return found

    def run(self, config: WechatMpConfig, parameters: WechatMpParameters, invocation: Invocation) -> ToolResult:
        """Do the work; publishing waits a little for its outcome."""
        articles = WechatArticles(WechatApi(config.app_id, config.app_secret, invocation), invocation)
        return _OPERATIONS[parameters.operation].run(articles, parameters)


def _stored(articles: WechatArticles, asked: WechatMpParameters) -> str:
    article = {name: value for name in _ARTICLE if (value := getattr(asked, name)) not in ("", 0)}
    return articles.draft(article, asked.cover_url)


def _published(articles: WechatArticles, media_id: str, publish_id: str) -> ToolResult:
    try:
        status = articles.settled(publish_id)
    except ToolError:
        # It was handed in; not knowing its status is no failure of that.
        status = {"publish_id": publish_id, "publish_status": RUNNING, "state": "publishing"}
    data = {"media_id": media_id, **status}
    if data["publish_status"] == 0:
        return operation_success(data, Text("The article was published."))
    if data["publish_status"] == RUNNING:
        return operation_success(data, _HANDED_IN)
    text = Text("WeChat did not publish the article: {state}.", state=data["state"])
    return failure(OperationType.OPERATION, text, code=ResultCode.BACKEND, data=data)


def _not_published(error: ToolError, media_id: str) -> ToolResult:
    data = {"media_id": media_id, **error.details}
    if isinstance(error, ToolConfigurationError) and error.details.get("vendorCode") == PUBLISH_NOT_ALLOWED:
        return failure(OperationType.OPERATION, _DRAFT_ONLY, code=ResultCode.CONFIGURATION, data=data)
    text = Text("The draft was stored but not published. {error}", error=error.text)
    return failure(OperationType.OPERATION, text, code=error.tool_code, data=data)
