"""Settings and parameters of article tools. Pure."""

from typing import Annotated

from pydantic import AfterValidator, Field

from tools.core.field_errors import in_form, refused_value
from tools.core.naming.visible_name import VisibleName
from tools.core.registered.articles import ArticleStatus
from tools.core.text import Text
from tools.executors.contract.executor import ToolModel, ToolParameters
from tools.executors.contract.schema import form_field
from tools.executors.shared.address_field import callable_address

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
