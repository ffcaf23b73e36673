"""The registry, the five functions of seed 002, and the contract that every executor keeps."""

from typing import Any

import jsonschema
import pytest

from tests.doubles.tool_ports import ProbeExecutor
from tests.doubles.unfinished_tool import take_code_away
from tools.core.definitions import EffectClass, JsonObject
from tools.core.errors import ToolNotFoundError
from tools.core.naming.names import function_name, is_legal
from tools.core.text import Text
from tools.core.tool_id import ToolId
from tools.executors import register_all
from tools.executors.builtin import EXECUTORS
from tools.executors.contract.executor import UiTool
from tools.executors.contract.function import FunctionConfig, tool
from tools.executors.contract.schema import form_schema, secret_fields
from tools.executors.registry import (
    AnyExecutor,
    RegistrationError,
    Registry,
    get_notification_platform,
    get_unimplemented_tool_message,
    is_tool_implemented,
    map_executor_to_ui_tools,
    map_ui_tool_to_executor,
    registry,
)

UI_TYPES = {
    "http-request": ("http_request", None, True),
    "feishu-bitable": ("feishu_bitable", None, True),
    "xiaohongshu": ("xiaohongshu", None, True),
    "douyin-video": ("douyin_video", None, True),
    "wechat-mp": ("wechat_mp", None, True),
    "claude-skill": ("claude_skill", None, True),
    "notification-feishu": ("send_notification", "feishu", True),
    "notification-dingtalk": ("send_notification", "dingtalk", True),
    "notification-wecom": ("send_notification", "wecom", True),
    "custom": ("custom", None, True),
    "code-runner": ("code_runner", None, True),
    "openapi": ("openapi", None, True),
    "brave-search": ("service_api", None, True),
    "tavily-search": ("service_api", None, True),
    "bocha-search": ("service_api", None, True),
    "searxng": ("service_api", None, True),
    "speech": ("service_api", None, True),
    "dashscope-speech": ("service_api", None, True),
    "slack": ("service_api", None, True),
    "notion": ("service_api", None, True),
    "airtable": ("service_api", None, True),
    "google-sheets": ("service_api", None, True),
    "google-drive": ("service_api", None, True),
    "gmail": ("service_api", None, True),
    "google-calendar": ("service_api", None, True),
    "outlook": ("service_api", None, True),
    "onedrive": ("service_api", None, True),
    "excel": ("service_api", None, True),
    "telegram": ("service_api", None, True),
    "discord": ("service_api", None, True),
    "github-issues": ("service_api", None, True),
    "gitlab-issues": ("service_api", None, True),
    "jira": ("service_api", None, True),
    "wordpress": ("service_api", None, True),
    "feishu-documents": ("service_api", None, True),
    "feishu-messages": ("service_api", None, True),
    "dingtalk-messages": ("service_api", None, True),
    "wecom-messages": ("service_api", None, True),
    "ali-image-generation": ("ali_image_generation", None, True),
    "github-trending": ("github_trending", None, True),
    "github-repo-tree": ("github_repo_tree", None, True),
    "github-file-content": ("github_file_content", None, True),
    "github-activity": ("github_activity", None, True),
    "web-page": ("web_page_read", None, True),
    "feed": ("feed_read", None, True),
    "imap": ("mail_read", None, True),
    "oss-file-list": ("oss_file_list", None, True),
    "database-query": ("database_query", None, True),
    "database-write": ("database_write", None, True),
    "data-table": ("data_table", None, True),
    "knowledge-write": ("knowledge_write", None, True),
    "mcp-server": ("mcp_server", None, True),
    "oss-file-read": ("oss_file_read", None, True),
    "oss-file-transfer": ("oss_file_transfer", None, True),
    "blog-save": ("blog_save", None, True),
    "blog-en-save": ("blog_en_save", None, True),
    "social-media-article-save": ("social_media_article_save", None, True),
    "workflow-management": ("workflow_management", None, True),
}


@pytest.fixture(autouse=True)
def _registered() -> None:
    register_all()


@pytest.mark.parametrize("ui_type", UI_TYPES)
def test_a_ui_type_maps_both_ways(ui_type: str) -> None:
    executor, platform, implemented = UI_TYPES[ui_type]
    assert map_ui_tool_to_executor(ui_type) == executor
    assert ui_type in map_executor_to_ui_tools(executor)
    assert get_notification_platform(ui_type) == platform
    assert is_tool_implemented(ui_type) is implemented
    message = get_unimplemented_tool_message(ui_type)
    assert message.en
    assert message.in_language("zh")


def test_unknown_types_fall_back_and_are_not_implemented() -> None:
    assert map_ui_tool_to_executor("brand-new-tool") == "brand_new_tool"
    assert map_executor_to_ui_tools("brand_new_tool") == ()
    assert get_notification_platform("brand-new-tool") is None
    assert not is_tool_implemented("brand-new-tool")
    assert "brand-new-tool" in get_unimplemented_tool_message("brand-new-tool").in_language("zh")


def test_built_in_tools_are_implemented_without_a_ui_type() -> None:
    assert is_tool_implemented("system:get_current_time")
    assert map_executor_to_ui_tools("system:get_current_time") == ()


def test_the_catalogue_holds_exactly_the_declared_tools(monkeypatch: pytest.MonkeyPatch) -> None:
    take_code_away(monkeypatch, "xiaohongshu")
    entries = {entry["type"]: entry for entry in registry.catalogue()}
    assert entries.keys() == {*UI_TYPES, "system:get_current_time", "system:ask_person"}
    assert entries["system:get_current_time"]["kind"] == "builtin"
    assert entries["xiaohongshu"]["unimplemented_message"]["zh"]
    assert entries["custom"]["unimplemented_message"] is None
    assert entries["http-request"]["default_config"]["timeout"] == 30_000


DEFAULTS: dict[str, JsonObject] = {
    "http-request": {"method": "GET", "url": "", "headers": [], "body": "", "bodyType": "json", "timeout": 30000},
    "feishu-bitable": {"appToken": "", "tableId": "", "operation": "read", "fields": []},
    "xiaohongshu": {"action": "publish", "title": "", "content": "", "images": []},
    "douyin-video": {
        "action": "publish",
        "title": "",
        "description": "",
        "videoUrl": "",
        "coverUrl": "",
        "tags": [],
    },
    "wechat-mp": {"action": "publish", "title": "", "author": "", "digest": "", "content": ""},
    "claude-skill": {"skill": None, "skillId": "", "skillName": ""},
    "notification-feishu": {"webhookUrl": "", "title": "", "content": "", "messageType": "text", "atAll": False},
    "notification-dingtalk": {
        "webhookUrl": "",
        "title": "",
        "content": "",
        "messageType": "text",
        "atMobiles": [],
        "atAll": False,
    },
    "notification-wecom": {
        "webhookUrl": "",
        "content": "",
        "messageType": "text",
        "mentionedList": [],
        "mentionedMobileList": [],
    },
    "custom": {"parameters": [], "script": ""},
}


@pytest.mark.parametrize("ui_type", DEFAULTS)
def test_defaults_are_those_of_the_seed(ui_type: str) -> None:
    default = registry.config_model(ui_type)().model_dump(by_alias=True, mode="json")
    assert DEFAULTS[ui_type].items() <= default.items()


def test_secret_fields_are_marked() -> None:
    assert secret_fields(registry.config_model("notification-feishu")) == ("webhookUrl", "secret")
    assert secret_fields(registry.config_model("notification-wecom")) == ("webhookUrl",)


@pytest.mark.parametrize("executor", EXECUTORS, ids=lambda executor: executor.name)
class TestEveryExecutor:
    """The contract."""

    def test_its_function_name_is_legal(self, executor: AnyExecutor) -> None:
        ids = [f"tool:{number}" for number in range(3)] if executor.ui_tools else [executor.name]
        titles = (executor.title.en, executor.title.in_language("zh"))
        assert all(is_legal(function_name(ToolId(tool_id), title)) for tool_id in ids for title in titles)

    def test_titles_and_helps_are_in_both_languages(self, executor: AnyExecutor) -> None:
        texts = [executor.title, executor.help, *(text for ui in executor.ui_tools for text in (ui.title, ui.help))]
        assert all(text.en.strip() and text.in_language("zh").strip() for text in texts)
        assert type(executor).__doc__

    def test_every_field_is_described_in_both_languages(self, executor: AnyExecutor) -> None:
        for schema in _schemas(executor):
            for name, field in schema["properties"].items():
                assert field.get("title"), name
                for translated in field["x-translations"].values():
                    assert translated["title"], name
                    assert bool(field.get("description")) == bool(translated.get("description")), name

    def test_its_schemas_are_valid_and_its_defaults_fit(self, executor: AnyExecutor) -> None:
        for schema in _schemas(executor):
            jsonschema.Draft202012Validator.check_schema(schema)
        for ui in executor.ui_tools:
            stored = ui.config().model_dump(by_alias=True, mode="json")
            jsonschema.validate(stored, form_schema(ui.config))
            assert ui.config.model_validate(stored).model_dump(by_alias=True, mode="json") == stored

    def test_fields_that_depend_on_others_name_existing_ones(self, executor: AnyExecutor) -> None:
        for ui in executor.ui_tools:
            properties = form_schema(ui.config)["properties"]
            for field in properties.values():
                assert field.get("x-show-if", {}).keys() <= properties.keys()


def _schemas(executor: AnyExecutor) -> list[JsonObject]:
    configs = [ui.config for ui in executor.ui_tools] or [executor.config_model("")]
    return [form_schema(config) for config in configs] + [executor.parameters_schema(config()) for config in configs]


def executor_class(**members: Any) -> AnyExecutor:
    odd: type[ProbeExecutor] = type("Odd", (ProbeExecutor,), members)
    return odd()


REFUSED = [
    (
        "the name is taken",
        {
            "ui_tools": (
                UiTool(
                    "other", Text.of(en="a", zh="b"), Text.of(en="a", zh="b"), "x", ProbeExecutor.ui_tools[0].config
                ),
            )
        },
        "probe",
    ),
    ("the UI type is taken", {"name": "other"}, "probe"),
    ("an illegal name", {"name": "Other-One"}, "legal"),
    ("a long name", {"name": "x" * 56}, "legal"),
    ("a built-in without namespace", {"name": "lonely", "ui_tools": ()}, "ns:action"),
    (
        "an illegal UI type",
        {
            "name": "other",
            "ui_tools": (
                UiTool(
                    "Not Kebab", Text.of(en="a", zh="b"), Text.of(en="a", zh="b"), "x", ProbeExecutor.ui_tools[0].config
                ),
            ),
        },
        "kebab",
    ),
]


@pytest.mark.parametrize(("members", "words"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_registration_refuses(members: dict[str, Any], words: str) -> None:
    fresh = Registry()
    fresh.register(ProbeExecutor())
    with pytest.raises(RegistrationError, match=words):
        fresh.register(executor_class(**members))
    assert len(list(fresh)) == 1


def test_unknown_names_are_answered_with_the_known_ones() -> None:
    with pytest.raises(ToolNotFoundError, match="http_request"):
        registry.executor("htttp_request")
    with pytest.raises(ToolNotFoundError, match="http-request"):
        registry.config_model("http_request")


def test_the_product_has_no_problems() -> None:
    assert registry.problems() == []


def test_problems_are_reported() -> None:
    fresh = Registry()
    fresh.register(executor_class(title=Text.verbatim("")))
    assert any("a title or help text is missing" in problem for problem in fresh.problems())


def test_a_function_becomes_an_executor() -> None:
    @tool("text:repeat", title=Text.of(en="Repeat", zh="重复"), effect=EffectClass.PURE)
    def repeat(text: str, times: int = 2) -> str:
        """Repeat a text.

        More that models need not read.
        """
        return text * times

    assert (repeat.name, repeat.help.en) == ("text:repeat", "Repeat a text.")
    schema = repeat.parameters_schema(FunctionConfig())
    assert schema["required"] == ["text"]
    assert schema["properties"]["times"]["default"] == 2
    assert repeat("a") == "aa"


def test_a_function_without_type_or_with_a_bad_name_is_refused() -> None:
    def untyped(text) -> str:  # type: ignore[no-untyped-def]  # the case under test
        """Do something."""
        return str(text)

    def silent(text: str) -> str:
        return text

    with pytest.raises(ValueError, match="type"):
        tool("a:b", title=Text.of(en="a", zh="b"))(untyped)
    with pytest.raises(ValueError, match="ns:action"):
        tool("nothing", title=Text.of(en="a", zh="b"))(silent)
