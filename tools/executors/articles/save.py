"""Keeps what a model wrote, and hands it to the user's CMS if there is one. Pure."""

from abc import abstractmethod
from typing import ClassVar, TypeVar

from tools.core.definitions import CallContext, EffectClass, JsonObject, OperationType
from tools.core.envelope import ToolResult, failure, save_success
from tools.core.errors import ToolError
from tools.core.registered.articles import ArticleText, SavedArticle
from tools.core.text import Text
from tools.executors.articles.settings import (
    ArticleConfig,
    ArticleParameters,
    BlogConfig,
    SocialMediaConfig,
    SocialMediaParameters,
)
from tools.executors.articles.webhook import delivered
from tools.executors.contract.executor import Executor, Invocation, UiTool
from tools.executors.contract.rehearsal import Rehearsal

C = TypeVar("C", bound=ArticleConfig)
P = TypeVar("P", bound=ArticleParameters)


class ArticleSaveExecutor(Executor[C, P]):
    """Base of the three tools; an article is stored once for all attempts of a call."""

    category = "publishing"
    resource_type = "document"
    operation = OperationType.SAVE
    effect_class = EffectClass.UNREPEATABLE
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
