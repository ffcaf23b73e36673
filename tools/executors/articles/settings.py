"""What is filled in of an article: once by a person, and each time by the model. Pure."""

from typing import Annotated

from pydantic import AfterValidator, Field

from tools.core.article_port import ArticleStatus
from tools.core.definitions import Text
from tools.core.field_errors import in_form, refused_value
from tools.executors.contract.executor import ToolModel, ToolParameters
from tools.executors.contract.schema import ui
from tools.executors.shared.address_field import callable_address

_LANGUAGE = r"^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$"
_PLATFORM = r"^[a-z0-9][a-z0-9_-]{0,39}$"
_LANGUAGE_FORM = in_form(Text("Enter a language code such as zh, en or pt-BR.", "请填写语言代码，例如 zh、en、pt-BR。"))
_PLATFORM_FORM = in_form(
    Text(
        "Use up to 40 small letters, digits, hyphens and underscores, such as weibo.",
        "最多 40 个字符，仅限小写字母、数字、连字符和下划线，例如 weibo。",
    )
)
Language = Annotated[str, Field(pattern=_LANGUAGE), _LANGUAGE_FORM]
OptionalLanguage = Annotated[str, Field(pattern=r"^$|" + _LANGUAGE), _LANGUAGE_FORM]
Platform = Annotated[str, Field(pattern=_PLATFORM), _PLATFORM_FORM]
OptionalPlatform = Annotated[str, Field(pattern=r"^$|" + _PLATFORM), _PLATFORM_FORM]
_BLANK = Text("Enter a text that is not blank.", "不能为空。")


def not_blank(text: str) -> str:
    """Return the text.

    Raises:
        PydanticCustomError: there is nothing in it.
    """
    if not text.strip():
        raise refused_value("blank", _BLANK)
    return text


class ArticleConfig(ToolModel):
    """What happens with the articles of this tool."""

    status: ArticleStatus = Field(
        default="draft",
        json_schema_extra=ui(
            "Save as",
            "保存为",
            enum_labels={
                "draft": Text("Draft", "草稿"),
                "ready": Text("Ready", "待发布"),
                "published": Text("Published", "已发布"),
            },
        ),
    )
    webhook_url: Annotated[str, AfterValidator(callable_address)] = Field(
        default="",
        json_schema_extra=ui(
            "Address of your CMS",
            "CMS 接收地址",
            "Optional: each article is sent there too, as JSON.",
            "可不填；填写后每篇文章会同时以 JSON 形式发送到该地址。",
            destination=True,
        ),
    )
    webhook_secret: str = Field(
        default="",
        json_schema_extra=ui(
            "Signing secret",
            "签名密钥",
            "Your CMS checks the header X-Flowloom-Signature with it.",
            "CMS 用它校验请求头 X-Flowloom-Signature。",
            widget="secret",
        ),
    )


class BlogConfig(ArticleConfig):
    """A blog in one language."""

    language: Language = Field(default="zh", json_schema_extra=ui("Language", "语言", "zh, de …", "如 zh、ja。"))


class SocialMediaConfig(ArticleConfig):
    """Posts for one platform, or for the one that the model names."""

    platform: OptionalPlatform = Field(
        default="",
        json_schema_extra=ui(
            "Platform",
            "平台",
            "Empty: the model fills it in.",
            "留空则由模型填写。",
        ),
    )
    language: OptionalLanguage = Field(
        default="",
        json_schema_extra=ui("Language", "语言", "Empty: the model fills it in.", "留空则由模型填写。"),
    )


Tag = Annotated[str, Field(min_length=1, max_length=60)]


class ArticleParameters(ToolParameters):
    """What the model fills in of every article."""

    title: Annotated[str, AfterValidator(not_blank)] = Field(
        max_length=300, json_schema_extra=ui("Title", "标题", "Plain text.", "纯文本。")
    )
    content: Annotated[str, AfterValidator(not_blank)] = Field(
        max_length=500_000,
        json_schema_extra=ui(
            "Text", "正文", "The whole text, as Markdown.", "Markdown 格式的完整正文。", widget="template"
        ),
    )
    summary: str = Field(
        default="", max_length=2_000, json_schema_extra=ui("Summary", "摘要", "Two or three sentences.", "两三句话。")
    )
    tags: list[Tag] = Field(default_factory=list, max_length=30, json_schema_extra=ui("Tags", "标签", widget="lines"))


class SocialMediaParameters(ArticleParameters):
    """A post also names its place."""

    platform: Platform = Field(
        json_schema_extra=ui("Platform", "平台", "Such as xiaohongshu, weibo, x.", "如 xiaohongshu、weibo、x。"),
    )
    language: Language = Field(
        default="zh", json_schema_extra=ui("Language", "语言", "Such as zh or en.", "如 zh、en。")
    )
