"""Start-up check: every tool on the screen has code behind it, and every name is legal and unique."""

from typing import Any

from django.core.checks import CheckMessage, Error, register

from tools.executors.registry import Registry, registry

PROMISED_UI_TYPES = (
    "http-request",
    "feishu-bitable",
    "xiaohongshu",
    "douyin-video",
    "wechat-mp",
    "claude-skill",
    "notification-feishu",
    "notification-dingtalk",
    "notification-wecom",
    "custom",
    "code-runner",
    "mcp-server",
    "openapi",
    "brave-search",
    "tavily-search",
    "bocha-search",
    "searxng",
    "speech",
    "dashscope-speech",
    "slack",
    "notion",
    "airtable",
    "google-sheets",
    "google-drive",
    "gmail",
    "google-calendar",
    "outlook",
    "onedrive",
    "excel",
    "telegram",
    "discord",
    "github-issues",
    "gitlab-issues",
    "jira",
    "wordpress",
    "feishu-documents",
    "feishu-messages",
    "dingtalk-messages",
    "wecom-messages",
    "ali-image-generation",
    "github-trending",
    "github-repo-tree",
    "github-file-content",
    "github-activity",
    "database-query",
    "database-write",
    "knowledge-write",
    "data-table",
    "oss-file-read",
    "oss-file-list",
    "oss-file-transfer",
    "web-page",
    "feed",
    "imap",
    "blog-save",
    "blog-en-save",
    "social-media-article-save",
    "workflow-management",
)
"""Workflows refer to these types, so none of them may ever lose its executor."""


@register("tools")
def tools_are_whole(app_configs: Any = None, **kwargs: Any) -> list[CheckMessage]:
    """Report what is wrong with the registered executors; an error keeps the server from starting."""
    return registry_errors(registry)


def registry_errors(of: Registry) -> list[CheckMessage]:
    lacking: list[CheckMessage] = [
        Error(f"the UI type {ui_type!r} has no executor", id="tools.E001")
        for ui_type in PROMISED_UI_TYPES
        if of.for_ui_type(ui_type) is None
    ]
    return lacking + [Error(problem, id="tools.E002") for problem in of.problems()]
