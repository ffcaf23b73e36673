"""The list of executors that come with the product: the one place where an executor is taken up."""

from tools.executors.articles.save import BlogEnSaveExecutor, BlogSaveExecutor, SocialMediaArticleSaveExecutor
from tools.executors.claude_skill.executor import ClaudeSkillExecutor
from tools.executors.code_runner.executor import CodeRunnerExecutor
from tools.executors.custom.executor import CustomExecutor
from tools.executors.dashscope.executor import AliImageGenerationExecutor
from tools.executors.data_table.executor import DataTableExecutor
from tools.executors.database.query import DatabaseQueryExecutor
from tools.executors.database.write import DatabaseWriteExecutor
from tools.executors.douyin.executor import DouyinVideoExecutor
from tools.executors.feed.executor import FeedExecutor
from tools.executors.feishu.executor import FeishuBitableExecutor
from tools.executors.github.activity import GithubActivityExecutor
from tools.executors.github.file_content import GithubFileContentExecutor
from tools.executors.github.repo_tree import GithubRepoTreeExecutor
from tools.executors.github.trending import GithubTrendingExecutor
from tools.executors.http_request.executor import HttpRequestExecutor
from tools.executors.knowledge import KnowledgeWriteExecutor
from tools.executors.mail.executor import MailExecutor
from tools.executors.mcp_server.executor import McpServerExecutor
from tools.executors.notifications.executor import SendNotificationExecutor
from tools.executors.object_storage.file_list import OssFileListExecutor
from tools.executors.object_storage.file_read import OssFileReadExecutor
from tools.executors.object_storage.file_transfer import OssFileTransferExecutor
from tools.executors.openapi.executor import OpenApiExecutor
from tools.executors.registry import AnyExecutor, Registry, registry
from tools.executors.services.executor import ServiceExecutor
from tools.executors.system import ask_person, get_current_time
from tools.executors.web_page.executor import WebPageExecutor
from tools.executors.wechat.executor import WechatMpExecutor
from tools.executors.workflow.management import WorkflowManagementExecutor
from tools.executors.xiaohongshu.executor import XiaohongshuExecutor

EXECUTORS: tuple[AnyExecutor, ...] = (
    HttpRequestExecutor(),
    FeishuBitableExecutor(),
    XiaohongshuExecutor(),
    DouyinVideoExecutor(),
    WechatMpExecutor(),
    ClaudeSkillExecutor(),
    SendNotificationExecutor(),
    CustomExecutor(),
    CodeRunnerExecutor(),
    GithubTrendingExecutor(),
    GithubRepoTreeExecutor(),
    GithubFileContentExecutor(),
    GithubActivityExecutor(),
    DatabaseQueryExecutor(),
    DatabaseWriteExecutor(),
    DataTableExecutor(),
    KnowledgeWriteExecutor(),
    WebPageExecutor(),
    FeedExecutor(),
    MailExecutor(),
    McpServerExecutor(),
    OpenApiExecutor(),
    ServiceExecutor(),
    AliImageGenerationExecutor(),
    OssFileReadExecutor(),
    OssFileListExecutor(),
    OssFileTransferExecutor(),
    BlogSaveExecutor(),
    BlogEnSaveExecutor(),
    SocialMediaArticleSaveExecutor(),
    WorkflowManagementExecutor(),
    ask_person,
    get_current_time,
)


def register_all(into: Registry = registry) -> None:
    """Take up every executor of the product; called once from `AppConfig.ready()`, harmless when called again."""
    for executor in EXECUTORS:
        into.register(executor)
