"""Approval: a person says yes or no."""

from datetime import datetime
from typing import Literal

from tools.core.call.summary import field_line
from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.executors.contract.schema import form_field
from workflow_editor.nodes.base import ConfigProblem, Example, NodeOutcome, NodeWait, OutputField, Port
from workflow_editor.nodes.fields.people import (
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
from workflow_editor.nodes.waits import ApprovalWait

APPROVED, REJECTED, TIMEOUT = "approved", "rejected", "timeout"


class ApprovalConfig(PersonConfig):
    title: str = title_field(Text("Question"), Text("The decision to make."))
    message: str = message_field(Text("Context for the decision."))
    approvers: list[str] = approvers_field()
    timeout_s: int | None = timeout_field()
    on_timeout: Literal["port", "approve", "reject"] = form_field(
        "If nobody answers",
        default="port",
        enum_labels={
            "port": Text("Continue at “Timed out”"),
            "approve": Text("Approve"),
            "reject": Text("Reject"),
        },
    )


class ApprovalNode(PersonNode[ApprovalConfig, ApprovalWait]):
    """Waits for a person's yes or no without holding a worker."""

    id = "approval"
    icon = "user-check"
    title = Text.in_context("node", "Approval")
    help = Text("Waits until someone approves or rejects.")
    keywords = Text("human in the loop, review, confirm, ask, permission, approve, somebody decides")
    summary = (field_line("title", Text("No question yet")),)
    outputs = (
        Port(APPROVED, Text("Approved")),
        Port(REJECTED, Text("Rejected")),
        Port(TIMEOUT, Text("Timed out")),
    )
    needs = (ConfigProblem("title_missing", "/title", Text("Enter the question.")),)
    has_known_fields = True
    output_fields = (
        OutputField("decision", "string", Text("Decision")),
        OutputField("comment", "string", Text.in_context("of a person", "Comment")),
        OutputField("by", "string", Text("Decided by")),
    )
    example = Example(
        Text("Asks for approval before publishing a text."),
        config={"title": "Publish?", "message": "{{ nodes.writer.result }}", "timeoutS": 86400},
        nodes={"writer": {"result": "A text."}},
        output={"decision": "approved", "comment": "Good", "by": "alice"},
    )

    def ports_of(self, output: JsonObject) -> tuple[str, ...]:
        decision = output.get("decision")
        return (decision if decision in (REJECTED, TIMEOUT) else APPROVED,)

    def begin(self, config: ApprovalConfig, variables: Variables, now: datetime) -> NodeWait:
        wait = ApprovalWait(**asked(config, variables), approvers=config.approvers)
        return NodeWait(wait, due_after(config.timeout_s, now), config.timeout_s)

    def resume(self, config: ApprovalConfig, wait: ApprovalWait, answer: JsonObject) -> NodeOutcome:
        decided = APPROVED if answer["decision"] == "approve" else REJECTED
        return _outcome(decided, wait, answer)

    def timed_out(self, config: ApprovalConfig, wait: ApprovalWait) -> NodeOutcome:
        port = {"port": TIMEOUT, "approve": APPROVED, "reject": REJECTED}[config.on_timeout]
        return _outcome(port, wait, {})


def _outcome(decision: str, wait: ApprovalWait, answer: JsonObject) -> NodeOutcome:
    output = {"decision": decision, "comment": answer.get("comment", ""), "by": answer.get("by")}
    return NodeOutcome(output, ports=(decision,), inputs=shown(wait))
