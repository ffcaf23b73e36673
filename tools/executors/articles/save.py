"""Keeps what a model wrote, and hands it to the user's CMS if there is one. Pure."""

import hashlib
import hmac
from abc import abstractmethod
from dataclasses import asdict
from typing import Annotated, ClassVar, TypeVar

import httpx2
import orjson
from pydantic import AfterValidator, Field

from tools.core.call.transient import is_transient
from tools.core.definitions import CallContext, EffectClass, JsonObject, OperationType
from tools.core.envelope import ToolResult, failure, save_success
from tools.core.errors import ToolConfigurationError, ToolError, ToolUpstreamError
from tools.core.field_errors import in_form, refused_value
from tools.core.formats.json_text import parse_json, write_json
from tools.core.naming.visible_name import VisibleName
from tools.core.registered.articles import ArticleStatus, ArticleText, SavedArticle
from tools.core.text import Text
from tools.executors.contract.executor import Executor, Invocation, Rehearsal, ToolModel, ToolParameters, UiTool
from tools.executors.contract.schema import form_field
from tools.executors.shared.address_field import callable_address
from tools.outbound.client import OutboundRequest, OutboundResponse, busy_error

_LANGUAGE = r"^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$"
_PLATFORM = r"^[a-z0-9][a-z0-9_-]{0,39}$"
_LANGUAGE_FORM = in_form(Text("Enter a language code such as zh, en or pt-BR."))
_PLATFORM_FORM = in_form(Text("Use up to 40 lowercase letters, digits, hyphens and underscores, such as weibo."))
Language = Annotated[str, Field(pattern=_LANGUAGE), _LANGUAGE_FORM]
OptionalLanguage = Annotated[str, Field(pattern=r"^$|" + _LANGUAGE), _LANGUAGE_FORM]
Platform = Annotated[str, Field(pattern=_PLATFORM), _PLATFORM_FORM]
OptionalPlatform = Annotated[str, Field(pattern=r"^$|" + _PLATFORM), _PLATFORM_FORM]
_BLANK = Text("Enter text that is not blank.")


def not_blank(text: str) -> str:
    """Return the text. Raises PydanticCustomError if it is blank."""
    if not text.strip():
        raise refused_value("blank", _BLANK)
    return text


class ArticleConfig(ToolModel):
    status: ArticleStatus = form_field(
        "Save as",
        default="draft",
        enum_labels={
            "draft": Text("Draft"),
            "ready": Text("Ready"),
            "published": Text("Published"),
        },
    )
    webhook_url: Annotated[str, AfterValidator(callable_address)] = form_field(
        "URL of your CMS", "Optional: each article is also sent there as JSON.", default="", destination=True
    )
    webhook_secret: str = form_field(
        "Signing secret", "Your CMS uses it to verify the X-Flowloom-Signature header.", default="", widget="secret"
    )


class BlogConfig(ArticleConfig):
    """A blog in one language."""

    language: Language = form_field("Language", "zh, de …", default="zh")


class SocialMediaConfig(ArticleConfig):
    """Posts for one platform, or for the one that the model names."""

    platform: OptionalPlatform = form_field("Platform", "The model fills it in if you do not.", default="")
    language: OptionalLanguage = form_field("Language", "The model fills it in if you do not.", default="")


Tag = Annotated[VisibleName, Field(min_length=1, max_length=60)]


class ArticleParameters(ToolParameters):
    title: Annotated[VisibleName, form_field("Title", "Plain text.", max_length=300)]
    content: Annotated[
        str,
        AfterValidator(not_blank),
        form_field(
            Text.in_context("article", "Text"), "The full text in Markdown.", max_length=500_000, widget="template"
        ),
    ]
    summary: str = form_field(
        Text.in_context("article", "Summary"), "Two or three sentences.", default="", max_length=2_000
    )
    tags: list[Tag] = form_field("Tags", default_factory=list, max_length=30, widget="lines")


class SocialMediaParameters(ArticleParameters):
    """A post also names its place."""

    platform: Annotated[Platform, form_field("Platform", "For example xiaohongshu, weibo or x.")]
    language: Language = form_field("Language", "For example zh or en.", default="zh")


SIGNATURE_HEADER = "X-Flowloom-Signature"
TIMESTAMP_HEADER = "X-Flowloom-Timestamp"
_MAX_URL = 1000
_CMS = Text("The CMS")
_REFUSED = Text("The CMS rejected the signature. Compare the signing secret on both sides.")


def signature(secret: str, timestamp: str, body: bytes) -> str:
    """Return `sha256=` and the HMAC over timestamp, a full stop and the body, in hexadecimal digits."""
    digest = hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    return f"sha256={digest}"


def delivered(config: ArticleConfig, saved: SavedArticle, article: ArticleText, invocation: Invocation) -> str:
    """Send the article and return the address the CMS assigned, "" if none.

    Raises ToolError if the CMS is unreachable or refuses it.
    """
    body = write_json({"event": "article.saved", "article": {"id": saved.id, **asdict(article)}})
    timestamp = str(int(invocation.runtime.now().timestamp()))
    headers = {
        "Content-Type": "application/json",
        "Idempotency-Key": invocation.context.idempotency_key or saved.id,
        TIMESTAMP_HEADER: timestamp,
    }
    if config.webhook_secret:
        headers[SIGNATURE_HEADER] = signature(config.webhook_secret, timestamp, body)
    request = OutboundRequest("POST", config.webhook_url, headers, body)
    response = invocation.runtime.outbound.send(request, timeout_s=invocation.timeout_s, max_redirects=0)
    if not 200 <= response.status < 300:
        raise _refusal(response)
    return _address(response)


def _refusal(response: OutboundResponse) -> ToolError:
    if response.status in {401, 403}:
        return ToolConfigurationError(_REFUSED)
    if is_transient(response.status):
        return busy_error(_CMS, response)
    return ToolUpstreamError(
        Text(
            "The CMS returned status {status}. Check the webhook URL and what the CMS accepts.", status=response.status
        )
    )


def _address(response: OutboundResponse) -> str:
    try:
        found = parse_json(response.content)
        url = str(found["url"]) if isinstance(found, dict) and found.get("url") else ""
        is_sensible = len(url) <= _MAX_URL and httpx2.URL(url).scheme in {"http", "https"}
    except (orjson.JSONDecodeError, httpx2.InvalidURL):
        return ""
    return url if is_sensible else ""


C = TypeVar("C", bound=ArticleConfig)
P = TypeVar("P", bound=ArticleParameters)


class ArticleSaveExecutor(Executor[C, P]):
    """Base of the three tools; an article is stored once for all attempts of a call."""

    category = "publishing"
    resource_type = "document"
    operation = OperationType.SAVE
    id_names: ClassVar[tuple[str, ...]] = ("articleId",)
    """Result keys of the article's id."""

    @abstractmethod
    def place(self, config: C, parameters: P) -> tuple[str, str]:
        """Return language and platform."""

    def addresses(self, config: C) -> dict[str, str]:
        return {"/webhookUrl": config.webhook_url} if config.webhook_url else {}

    def effect(self, config: C, parameters: P, context: CallContext) -> EffectClass:
        """Return what is known: keeping is keyed by the call, what a CMS does with a second copy is unknown."""
        is_keyed = context.idempotency_key is not None and not config.webhook_url
        return EffectClass.REPEATABLE if is_keyed else EffectClass.UNREPEATABLE

    def rehearse(self, config: C, parameters: P, invocation: Invocation) -> Rehearsal:
        if config.webhook_url:
            invocation.runtime.outbound.check(config.webhook_url)
        language, platform = self.place(config, parameters)
        would = Text("save an article and send it to the CMS") if config.webhook_url else Text("save an article")
        details = {
            "title": parameters.title,
            "language": language,
            "platform": platform,
            "characters": len(parameters.content),
        }
        return Rehearsal(would, details)

    def execute(self, config: C, parameters: P, invocation: Invocation) -> ToolResult:
        """Keep the article; a CMS that does not take it makes the call fail, and the article stays."""
        language, platform = self.place(config, parameters)
        article = ArticleText(
            language,
            platform,
            parameters.title,
            parameters.content,
            parameters.summary,
            tuple(dict.fromkeys(parameters.tags)),
            config.status,
        )
        saved = invocation.runtime.articles.save(article, invocation.context)
        data = {
            **dict.fromkeys(self.id_names, saved.id),
            "title": article.title,
            "language": language,
            "platform": platform,
            "status": article.status,
            "address": saved.address,
        }
        if not config.webhook_url:
            return save_success(data, Text("The article was saved."))
        return self._handed_over(config, saved, article, invocation, data)

    def _handed_over(
        self, config: C, saved: SavedArticle, article: ArticleText, invocation: Invocation, data: JsonObject
    ) -> ToolResult:
        try:
            url = delivered(config, saved, article, invocation)
        except ToolError as error:
            text = Text("The article was saved here, but the CMS did not accept it. {error}", error=error.text)
            return failure(self.operation, text, code=error.tool_code, data={**data, **error.details})
        if url:
            invocation.runtime.articles.published_at(saved.id, url)
        return save_success({**data, "url": url or None}, Text("The article was saved and sent to the CMS."))


class BlogSaveExecutor(ArticleSaveExecutor[BlogConfig, ArticleParameters]):
    """Blog posts in the language of the settings."""

    name = "blog_save"
    title = Text("Save blog post")
    help = Text("Save a blog post.")
    id_names = ("articleId", "blogId")
    icon = "article"
    ui_tools = (UiTool("blog-save", title, help, icon, BlogConfig),)

    def place(self, config: BlogConfig, parameters: ArticleParameters) -> tuple[str, str]:
        return config.language, "blog"


class BlogEnSaveExecutor(ArticleSaveExecutor[ArticleConfig, ArticleParameters]):
    """Blog posts in English."""

    name = "blog_en_save"
    title = Text("Save English blog post")
    help = Text("Save a blog post written in English.")
    id_names = ("articleId", "blogId")
    icon = "language"
    ui_tools = (UiTool("blog-en-save", title, help, icon, ArticleConfig),)

    def place(self, config: ArticleConfig, parameters: ArticleParameters) -> tuple[str, str]:
        return "en", "blog"


class SocialMediaArticleSaveExecutor(ArticleSaveExecutor[SocialMediaConfig, SocialMediaParameters]):
    """Posts for the platform and in the language that the settings or the model name."""

    name = "social_media_article_save"
    title = Text("Save social media post")
    help = Text("Save a post for a social media platform.")
    prefilled = ("platform", "language")
    icon = "speakerphone"
    ui_tools = (UiTool("social-media-article-save", title, help, icon, SocialMediaConfig),)

    def place(self, config: SocialMediaConfig, parameters: SocialMediaParameters) -> tuple[str, str]:
        return parameters.language, parameters.platform
