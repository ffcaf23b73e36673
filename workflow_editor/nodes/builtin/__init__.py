"""Built-in node types, one module each. Outside this folder import `workflow_editor.nodes.registry`, not a type.

Fields and defaults that a node shares with a tool are in `tools.executors`: those of HTTP requests in
`http_request.fields`.
"""

from typing import Any

from workflow_editor.nodes.base import NodeType
from workflow_editor.nodes.builtin.ai import AINode
from workflow_editor.nodes.builtin.approval import ApprovalNode
from workflow_editor.nodes.builtin.assign import AssignNode
from workflow_editor.nodes.builtin.bot_message import BotMessageNode
from workflow_editor.nodes.builtin.break_node import BreakNode
from workflow_editor.nodes.builtin.chat_trigger import ChatTriggerNode
from workflow_editor.nodes.builtin.classifier import ClassifierNode
from workflow_editor.nodes.builtin.code import CodeNode
from workflow_editor.nodes.builtin.condition import ConditionNode
from workflow_editor.nodes.builtin.convert import ConvertNode
from workflow_editor.nodes.builtin.delay import DelayNode
from workflow_editor.nodes.builtin.edit_image import EditImageNode
from workflow_editor.nodes.builtin.end import EndNode
from workflow_editor.nodes.builtin.extract_text import ExtractTextNode
from workflow_editor.nodes.builtin.form import FormNode
from workflow_editor.nodes.builtin.form_trigger import FormTriggerNode
from workflow_editor.nodes.builtin.group import GroupNode
from workflow_editor.nodes.builtin.guardrail import GuardrailNode
from workflow_editor.nodes.builtin.http_request import HttpRequestNode
from workflow_editor.nodes.builtin.iteration import IterationNode
from workflow_editor.nodes.builtin.judge import JudgeNode
from workflow_editor.nodes.builtin.knowledge_search import KnowledgeSearchNode
from workflow_editor.nodes.builtin.list_node import ListNode
from workflow_editor.nodes.builtin.loop import LoopNode
from workflow_editor.nodes.builtin.make_file import MakeFileNode
from workflow_editor.nodes.builtin.merge import MergeNode
from workflow_editor.nodes.builtin.note import NoteNode
from workflow_editor.nodes.builtin.output import OutputNode
from workflow_editor.nodes.builtin.parameter_extractor import ParameterExtractorNode
from workflow_editor.nodes.builtin.poll import PollNode
from workflow_editor.nodes.builtin.respond import RespondNode
from workflow_editor.nodes.builtin.run_end import RunEndNode
from workflow_editor.nodes.builtin.schedule import ScheduleNode
from workflow_editor.nodes.builtin.set_values import SetNode
from workflow_editor.nodes.builtin.start import StartNode
from workflow_editor.nodes.builtin.stop import StopNode
from workflow_editor.nodes.builtin.sub_workflow import SubWorkflowNode
from workflow_editor.nodes.builtin.switch import SwitchNode
from workflow_editor.nodes.builtin.template import TemplateNode
from workflow_editor.nodes.builtin.tool import ToolNode
from workflow_editor.nodes.builtin.webhook import WebhookNode
from workflow_editor.nodes.builtin.zip_node import ZipNode

# In the order of the editor's palette.
BUILTIN_NODE_TYPES: tuple[NodeType[Any], ...] = (
    StartNode(),
    FormTriggerNode(),
    ChatTriggerNode(),
    BotMessageNode(),
    WebhookNode(),
    ScheduleNode(),
    PollNode(),
    RunEndNode(),
    AINode(),
    ClassifierNode(),
    ParameterExtractorNode(),
    JudgeNode(),
    ToolNode(),
    HttpRequestNode(),
    ConditionNode(),
    SwitchNode(),
    GuardrailNode(),
    MergeNode(),
    IterationNode(),
    LoopNode(),
    BreakNode(),
    DelayNode(),
    ApprovalNode(),
    FormNode(),
    SubWorkflowNode(),
    TemplateNode(),
    SetNode(),
    ListNode(),
    ConvertNode(),
    AssignNode(),
    CodeNode(),
    KnowledgeSearchNode(),
    ExtractTextNode(),
    MakeFileNode(),
    EditImageNode(),
    ZipNode(),
    StopNode(),
    OutputNode(),
    RespondNode(),
    EndNode(),
    GroupNode(),
    NoteNode(),
)
