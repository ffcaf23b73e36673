"""The services: one row each, by subject. The paths and names are those of each service's own reference. Pure."""

from tools.executors.services.preset import ServicePreset
from tools.executors.services.presets.chat import DISCORD, SLACK, TELEGRAM
from tools.executors.services.presets.documents import FEISHU_DOCUMENTS, WORDPRESS
from tools.executors.services.presets.google import CALENDAR, DRIVE, GMAIL, SHEETS
from tools.executors.services.presets.issues import GITHUB_ISSUES, GITLAB_ISSUES, JIRA
from tools.executors.services.presets.messages import DINGTALK_MESSAGES, FEISHU_MESSAGES, WECOM_MESSAGES
from tools.executors.services.presets.microsoft import EXCEL, ONEDRIVE, OUTLOOK
from tools.executors.services.presets.records import AIRTABLE, NOTION
from tools.executors.services.presets.search import BOCHA, BRAVE, SEARXNG, TAVILY
from tools.executors.services.presets.speech import DASHSCOPE_SPEECH, SPEECH

PRESETS: tuple[ServicePreset, ...] = (
    *(BRAVE, TAVILY, BOCHA, SEARXNG),
    *(SHEETS, DRIVE, GMAIL, CALENDAR),
    *(OUTLOOK, ONEDRIVE, EXCEL),
    *(SLACK, TELEGRAM, DISCORD),
    *(NOTION, AIRTABLE),
    *(GITHUB_ISSUES, GITLAB_ISSUES, JIRA),
    *(WORDPRESS, FEISHU_DOCUMENTS),
    *(FEISHU_MESSAGES, DINGTALK_MESSAGES, WECOM_MESSAGES),
    *(SPEECH, DASHSCOPE_SPEECH),
)
