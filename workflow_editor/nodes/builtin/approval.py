"""Approval: a person says yes or no."""

from collections.abc import Sequence
from datetime import datetime
from typing import ClassVar, Literal

from pydantic import Field

from tools.core.definitions import JsonObject, Text
from tools.core.summary import field_line
from tools.executors.contract.schema import ui
from workflow_editor.nodes.base import ConfigProblem, Example, NodeOutcome, NodeWait, OutputField, Port
from workflow_editor.nodes.people import (
    PersonConfig,
    PersonNode,
    approvers_field,
    asked,
    due_after,
    message_field,
    shown,
    timeout_field,
    title_field,
)
from workflow_editor.nodes.ports import Variables

APPROVED, REJECTED, TIMEOUT = "approved", "rejected", "timeout"


class ApprovalConfig(PersonConfig):
    """What is asked, and what happens when nobody answers."""

    title: str = title_field(Text("Question", "问题"), Text("The decision to make.", "需要决定的事项。"))
    message: str = message_field(Text("Background for the decision.", "做决定时需要了解的内容。"))
    approvers: list[str] = approvers_field()
    timeout_s: int | None = timeout_field()
    on_timeout: Literal["port", "approve", "reject"] = Field(
        default="port",
        json_schema_extra=ui(
            "When nobody answers",
            "无人处理时",
            enum_labels={
                "port": Text("Continue at “Timed out”", "走“超时”分支"),
                "approve": Text("Approve", "视为通过"),
                "reject": Text("Reject", "视为拒绝"),
            },
        ),
    )


class ApprovalNode(PersonNode[ApprovalConfig]):
    """Waits for a person's yes or no without holding a worker."""

    id = "approval"
    icon = "user-check"
    title = Text("Approval", "人工审批")
    help = Text("Waits until a person approves or rejects.", "等待人工批准或拒绝后再继续。")
    summary = (field_line("title", Text("No question yet", "还没有标题")),)
    outputs: ClassVar[tuple[Port, ...]] = (
        Port(APPROVED, Text("Approved", "通过")),
        Port(REJECTED, Text("Rejected", "拒绝")),
        Port(TIMEOUT, Text("Timed out", "超时")),
    )
    output_fields = (
        OutputField("decision", "string", Text("Decision", "决定")),
        OutputField("comment", "string", Text("Comment", "备注")),
        OutputField("by", "string", Text("Decided by", "决定人")),
    )
    config_model = ApprovalConfig
    example = Example(
        Text("Asks before a text is published.", "发布文本之前请人确认。"),
        config={"title": "Publish?", "message": "{{ nodes.writer.result }}", "timeoutS": 86400},
        nodes={"writer": {"result": "A text."}},
        output={"decision": "approved", "comment": "Good", "by": "alice"},
    )

    def problems(self, config: ApprovalConfig) -> Sequence[ConfigProblem]:
        if config.title.strip():
            return ()
        return (ConfigProblem("title_missing", "/title", Text("Write the question.", "请填写问题。")),)

    def ports_of(self, output: JsonObject) -> tuple[str, ...]:
        decision = output.get("decision")
        return (decision if decision in (REJECTED, TIMEOUT) else APPROVED,)

    def begin(self, config: ApprovalConfig, variables: Variables, now: datetime) -> NodeWait:
        payload = {
            **asked(config, variables),
            "approvers": config.approvers,
        }
        return NodeWait("approval", due_after(config.timeout_s, now), payload)

    def resume(self, config: ApprovalConfig, wait: JsonObject, answer: JsonObject) -> NodeOutcome:
        decided = APPROVED if answer["decision"] == "approve" else REJECTED
        return _outcome(decided, wait, answer)

    def timed_out(self, config: ApprovalConfig, wait: JsonObject) -> NodeOutcome:
        port = {"port": TIMEOUT, "approve": APPROVED, "reject": REJECTED}[config.on_timeout]
        return _outcome(port, wait, {})


def _outcome(decision: str, wait: JsonObject, answer: JsonObject) -> NodeOutcome:
    output = {"decision": decision, "comment": answer.get("comment", ""), "by": answer.get("by")}
    return NodeOutcome(output, ports=(decision,), inputs=shown(wait))
