"""All tables of the workflow app, one module per noun. Import the classes from the package."""

from workflow_editor.models.access import AccountLink, ApiToken, WorkflowMember
from workflow_editor.models.alert import Alert, AlertRule, FailureStreak
from workflow_editor.models.bot_reply import BotReply
from workflow_editor.models.comment import Comment, CommentThread, InboxItem
from workflow_editor.models.container import ContainerItems, ContainerPass, ContainerState
from workflow_editor.models.conversation import ChatShare, Conversation, Turn
from workflow_editor.models.evaluation import Evaluation, EvaluationRound, EvaluationScore
from workflow_editor.models.events import RunEvent
from workflow_editor.models.file_use import FileUse
from workflow_editor.models.graph import Edge, GraphChange, ProcessNode
from workflow_editor.models.library import WorkflowFavourite, WorkflowTag
from workflow_editor.models.node_run import JournalRow, NodeRun, RunJoin
from workflow_editor.models.payload import Payload, PayloadUse
from workflow_editor.models.people import OfferedName, SignInCount, UserPreferences
from workflow_editor.models.persistent_values import PersistentValues, ValueWrite
from workflow_editor.models.run import Run, RunCookies
from workflow_editor.models.status import Status
from workflow_editor.models.trigger import SeenItem, Trigger, TriggerDelivery
from workflow_editor.models.uptime import Uptime
from workflow_editor.models.variable import Variable
from workflow_editor.models.version import WorkflowVersion
from workflow_editor.models.wait import Wait
from workflow_editor.models.workflow import Workflow
from workflow_editor.models.workflow_test import WorkflowTest, WorkflowTestResult

__all__ = [
    "AccountLink",
    "Alert",
    "AlertRule",
    "ApiToken",
    "BotReply",
    "ChatShare",
    "Comment",
    "CommentThread",
    "ContainerItems",
    "ContainerPass",
    "ContainerState",
    "Conversation",
    "Edge",
    "Evaluation",
    "EvaluationRound",
    "EvaluationScore",
    "FailureStreak",
    "FileUse",
    "GraphChange",
    "InboxItem",
    "JournalRow",
    "NodeRun",
    "OfferedName",
    "Payload",
    "PayloadUse",
    "PersistentValues",
    "ProcessNode",
    "Run",
    "RunCookies",
    "RunEvent",
    "RunJoin",
    "SeenItem",
    "SignInCount",
    "Status",
    "Trigger",
    "TriggerDelivery",
    "Turn",
    "Uptime",
    "UserPreferences",
    "ValueWrite",
    "Variable",
    "Wait",
    "Workflow",
    "WorkflowFavourite",
    "WorkflowMember",
    "WorkflowTag",
    "WorkflowTest",
    "WorkflowTestResult",
    "WorkflowVersion",
]
