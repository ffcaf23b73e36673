"""Calls that a person must approve: what is asked, and what becomes of a call without a yes. Pure."""

from dataclasses import replace

from tools.calls.resolved import ResolvedTool
from tools.core.definitions import Approval, ApprovalRequest, Caller, JsonObject, OriginQuestion
from tools.core.envelope import ToolResult
from tools.core.ports import ASK_TIMEOUT_S
from tools.core.text import Text, sentences
from tools.executors.contract.schema import function_schema
from tools.outbound.origins import question
from tools.policies.index import PolicyDecision

_IS_QUESTION = Text("The agent has a question. Answer in a comment.")


def answer_record(approval: Approval, decision: PolicyDecision, caller: Caller) -> JsonObject:
    """Return what the audit log keeps of an answer; `may_not_answer` names the person whom the rule left out."""
    needs_other = decision.rule is not None and decision.rule.ask_someone_else
    return approval.to_json() | ({"may_not_answer": [caller.username]} if needs_other else {})


def approval_request(
    tool: ResolvedTool,
    function: str,
    arguments: JsonObject,
    decision: PolicyDecision,
    origin: OriginQuestion | None = None,
) -> ApprovalRequest:
    """Return the details of a call that a person is asked to approve; `arguments` are redacted.

    `origin` is a question for the credential's owner, asked before the rules' own.
    """
    # A question that a rule merely allows is not the rule's.
    rule = decision.rule if decision.rule and decision.rule.effect == "ask" and origin is None else None
    return ApprovalRequest(
        tool_id=tool.tool_id,
        title=tool.title,
        function=function,
        arguments=arguments,
        schema=function_schema(tool.executor.parameters_schema(tool.config)),
        reason=question(origin.credential, origin.origin) if origin else decision.reason,
        rule_id=rule.id if rule else "",
        rule_revision=rule.revision if rule else 0,
        note=rule.note if rule else "",
        timeout_s=rule.ask_timeout_s if rule else ASK_TIMEOUT_S,
        someone_else=rule.ask_someone_else if rule else False,
        origin=origin,
    )


def asked_person(decision: PolicyDecision) -> PolicyDecision:
    """Return the decision about a call that is a question to a person: nobody may answer it but a person."""
    return replace(decision, effect="ask", reason=_IS_QUESTION) if decision.effect == "allow" else decision


def answered(result: ToolResult, approval: Approval) -> ToolResult:
    """Return what a person answered to a question, as the result of the call that asked it."""
    answer = {"answer": approval.comment.strip() or approval.decision, "by": approval.by}
    return result.model_copy(update={"data": {**(result.data or {}), **answer}}) if result.success else result


def host_refusal(host: str, decision: PolicyDecision) -> Text:
    """Return why a call is not sent to a host that it turned out to go to only while it was made."""
    reason = decision.reason
    if decision.effect == "ask":
        return Text(
            "Nothing was sent to {host}: {reason} The destination became known too late to ask for approval.",
            host=host,
            reason=reason,
        )
    return Text("Nothing was sent to {host}: {reason}", host=host, reason=reason)


def refusal(tool: ResolvedTool, approval: Approval | None) -> Text:
    """Return why a call does not run that nobody has approved."""
    title = tool.title
    if approval is None:
        return Text("Calls to “{title}” need approval, and nobody can be asked here.", title=title)
    if approval.origin:
        return _origin_refused(approval)
    if approval.decision == "timed_out":
        return Text("Nobody approved the call to “{title}” in time.", title=title)
    refused = Text("{by} rejected the call to “{title}”.", by=approval.by or Text("A person"), title=title)
    return _with_comment(refused, approval)


def _origin_refused(approval: Approval) -> Text:
    origin = approval.origin
    if approval.decision == "timed_out":
        return Text(
            "Nobody confirmed in time that the credential may be sent to {origin}, so nothing was sent.", origin=origin
        )
    refused = Text(
        "{by} did not allow the credential to be sent to {origin}, so nothing was sent.",
        by=approval.by or Text("Its owner"),
        origin=origin,
    )
    return _with_comment(refused, approval)


def _with_comment(refused: Text, approval: Approval) -> Text:
    comment = approval.comment.strip()
    return sentences([refused, comment]) if comment else refused
