"""Titles and details of our error codes.

`detail` may name keys of the error's details in braces. By default it is the error's own message, which suits errors
that quote a value or a vendor's answer.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tools.core.call.advice import CANCEL_RUNS, NEW_TOKEN, SIGN_IN_OR_TOKEN
from tools.core.formats.json_text import TOO_DEEP, TOO_MANY
from tools.core.text import Text
from tools.forms.local_text import local_text
from workflow_editor.errors import failure_text


@dataclass(frozen=True, slots=True)
class ErrorText:
    """The title of an error code and, where it does not depend on the case, its explanation."""

    title: Text
    detail: Text | None = None


TEXTS: Mapping[str, ErrorText] = {
    "not_found": ErrorText(
        Text("Not found"),
        Text("Not found, or you may not see it. Check the address, or ask its owner for access."),
    ),
    "nothing_listens": ErrorText(Text("Not found")),
    "tool_call_limit": ErrorText(Text("Too many attempts")),
    "forbidden": ErrorText(
        Text("Not allowed"),
        Text("You can view this but not change it. Ask its owner for access."),
    ),
    "session_not_found": ErrorText(Text("No such session")),
    "token_scope_missing": ErrorText(Text("The token has no access to this")),
    "staff_only": ErrorText(Text("Not allowed"), Text("Only administrators may do this. Ask one of them.")),
    "not_signed_in": ErrorText(
        Text("Not signed in"),
        SIGN_IN_OR_TOKEN.text,
    ),
    "authentication_failed": ErrorText(
        Text("Not signed in"),
        NEW_TOKEN.text,
    ),
    "wrong_credentials": ErrorText(
        Text("Sign-in failed"),
        Text("The user name or the password is wrong. Check both."),
    ),
    "csrf_failed": ErrorText(
        Text("Request rejected"),
        Text("The X-CSRFToken header is missing or does not belong to this session. Reload the page."),
    ),
    "confirmation_needed": ErrorText(
        Text("Confirm that it is you"),
        Text("Enter your password again, and the second step if you have set one up."),
    ),
    "passkeys_impossible": ErrorText(Text("Passkeys cannot be used here")),
    "factor_exists": ErrorText(Text("Set up already")),
    "factor_missing": ErrorText(Text("No second factor")),
    "throttled": ErrorText(
        Text("Too many attempts"),
        Text("Wait {retry_after} s and try again."),
    ),
    "setup_closed": ErrorText(
        Text("The link no longer works"),
        Text("This link has been used, revoked or has expired. Ask your administrator for a new one."),
    ),
    "setup_link_replaced": ErrorText(
        Text("The link no longer works"),
        Text("The server prints a new link each time it starts. Open the one that it printed last."),
    ),
    "token_not_for_this": ErrorText(Text("Not available with a token")),
    "token_read_only": ErrorText(Text("The token is read-only")),
    "token_other_workflow": ErrorText(Text("The token is for one workflow")),
    "invalid_input": ErrorText(
        Text("Invalid input"),
        Text("Some fields are not valid. Correct those that are named."),
    ),
    "run_inputs_invalid": ErrorText(
        Text("The inputs are not valid"),
        Text("Some inputs of this run are not valid. Correct those that are named."),
    ),
    "config_invalid": ErrorText(
        Text("The settings are not valid"),
        Text("Some settings of this node are not valid. Correct those that are named."),
    ),
    "malformed_request": ErrorText(
        Text("Malformed request"),
        Text("The body is not valid JSON. Check its syntax."),
    ),
    "malformed_form": ErrorText(
        Text("Malformed request"),
        Text(
            "The parts of this request cannot be read: they are cut off, too many, or not in the charset that they "
            "name. Send fewer, in UTF-8."
        ),
    ),
    "body_too_large": ErrorText(
        Text("Too large"),
        Text("Send at most {limit} at once."),
    ),
    "body_too_slow": ErrorText(
        Text("Sent too slowly"),
        Text("The request did not arrive in time. Check your connection and send it again."),
    ),
    "server_busy": ErrorText(
        Text("The server is busy"),
        Text("Too many connections are open. Try again in a few seconds."),
    ),
    "body_too_deep": ErrorText(Text("Nested too deeply"), TOO_DEEP),
    "body_holds_too_much": ErrorText(Text("Too many values"), TOO_MANY),
    "body_holds_nul": ErrorText(
        Text("Malformed request"),
        Text("The text contains a NUL character (U+0000). Remove it."),
    ),
    "method_not_allowed": ErrorText(
        Text("Method not allowed"),
        Text("This URL does not support this method. Choose one of those in the Allow header."),
    ),
    "not_acceptable": ErrorText(
        Text("Not acceptable"), Text("Responses are available as JSON only. Accept application/json.")
    ),
    "unsupported_media_type": ErrorText(
        Text("Unsupported media type"),
        Text("Send JSON with Content-Type: application/json."),
    ),
    "storage_full": ErrorText(
        Text("No space left"),
        Text(
            "The server's disk is full, so nothing was stored. Ask an administrator to free up space, then try "
            "again. Runs continue by themselves."
        ),
    ),
    "storage_unavailable": ErrorText(
        Text("The database is not responding"),
        Text("The database is not responding. Try again in a few seconds; runs continue by themselves."),
    ),
    "internal_error": ErrorText(
        Text("Something went wrong"),
        Text("Something went wrong on the server. Give your administrator the reference {reference}."),
    ),
    "graph_conflict": ErrorText(
        Text("Changed in the meantime"),
        Text("The graph is at revision {revision}: someone else saved it after you opened it. Read it again."),
    ),
    "graph_changed": ErrorText(
        Text("Changed in the meantime"),
        Text("Someone saved this graph after you reviewed it. Review the changes again, then publish."),
    ),
    "graph_invalid_operation": ErrorText(
        Text("Change rejected"),
        Text(
            "Nothing was saved because a change does not match the graph. Correct the named fields, or reload the page."
        ),
    ),
    "graph_invalid": ErrorText(
        Text("The workflow cannot run yet"),
        Text("Fix the listed problems first."),
    ),
    "conflict": ErrorText(Text("Conflict")),
    "values_would_be_lost": ErrorText(Text("Values would be lost")),
    "run_not_over": ErrorText(Text("The run has not finished")),
    "run_of_one_node": ErrorText(Text("A run of a single node")),
    "nothing_to_retry": ErrorText(Text("Nothing to retry")),
    "node_deleted": ErrorText(Text("The node was deleted")),
    "workflow_busy": ErrorText(
        Text("A run is in progress"),
        CANCEL_RUNS.text,
    ),
    "agent_busy": ErrorText(Text("A run is in progress")),
    "already_answered": ErrorText(Text("Already answered"), Text("Someone has already answered this.")),
    "wait_expired": ErrorText(Text("Too late"), Text("The time to answer has run out. Run the workflow again.")),
    "wait_cancelled": ErrorText(
        Text("The run has finished"),
        Text("The run has ended, so this answer is no longer needed."),
    ),
    "node_suspended": ErrorText(Text("The node is waiting")),
    "run_deadline": ErrorText(Text("The run took too long")),
    "budget_reached": ErrorText(Text("The budget is used up")),
    "sub_workflow_missing": ErrorText(Text("No such workflow")),
    "sub_workflow_forbidden": ErrorText(Text("Workflow not allowed")),
    "sub_workflow_cycle": ErrorText(Text("Workflows call each other in a cycle")),
    "sub_workflow_too_deep": ErrorText(Text("Sub-workflows are nested too deeply")),
    "sub_workflow_invalid": ErrorText(Text("The other workflow cannot run yet")),
    "sub_workflow_failed": ErrorText(Text("The other workflow failed")),
    "sub_workflow_cancelled": ErrorText(Text("The other workflow was cancelled")),
    "version_missing": ErrorText(Text("No such version")),
    "moment_invalid": ErrorText(Text("Not a date and time")),
    "form_gone": ErrorText(Text("No such form")),
    "form_closed": ErrorText(Text("The form is closed")),
    "form_password": ErrorText(Text("Wrong password")),
    "form_captcha": ErrorText(Text("Not verified")),
    "form_sign_in": ErrorText(Text("Not signed in")),
    "submission_not_found": ErrorText(Text("Nothing was sent")),
    "webhook_not_verified": ErrorText(Text("Not verified")),
    "cap_reached": ErrorText(Text("Usage limit reached")),
    "limit_reached": ErrorText(Text("Limit reached")),
    "workflow_failed": ErrorText(Text("The workflow failed")),
    "node_failed": ErrorText(Text("The node failed")),
    "cassette_mismatch": ErrorText(Text("The replay does not match the recording")),
    "replay_too_long": ErrorText(Text("The replay took too long")),
    "run_is_replay": ErrorText(Text("A replay")),
    "run_not_replayable": ErrorText(Text("The run cannot be replayed")),
    "run_source_gone": ErrorText(Text("The source run was deleted")),
    "name_taken": ErrorText(Text("The name is taken")),
    "tool_failed": ErrorText(Text("The tool failed")),
    "tool_not_found": ErrorText(Text("No such tool")),
    "tool_arguments_invalid": ErrorText(Text("Wrong arguments")),
    "file_too_large": ErrorText(Text("File too large")),
    "file_type_refused": ErrorText(Text("File type not accepted")),
    "outbound_blocked": ErrorText(Text("Address not allowed")),
    "tool_denied": ErrorText(Text("Tool not allowed")),
    "origin_not_confirmed": ErrorText(Text("The credential may not be sent there")),
    "oauth_refused": ErrorText(Text("The account was not connected")),
    "tool_upstream_failed": ErrorText(Text("The remote service failed")),
    "tool_timeout": ErrorText(Text("The tool took too long")),
    "tool_unavailable": ErrorText(Text("The remote service is busy")),
    "tool_rate_limited": ErrorText(Text("The remote service limits the number of calls")),
    "tool_nothing_found": ErrorText(Text("Not found")),
    "account_not_connected": ErrorText(Text("The account is not connected")),
    "tool_misconfigured": ErrorText(Text("The tool is not set up correctly")),
    "agent_failed": ErrorText(Text("The model call failed")),
    "provider_failed": ErrorText(Text("The model service failed")),
    "provider_auth": ErrorText(Text("The model service rejected the key")),
    "provider_rate_limited": ErrorText(Text("The model service is busy")),
    "provider_quota": ErrorText(Text("The model account has no balance")),
    "provider_refused": ErrorText(Text("The model service rejected the request")),
    "provider_unavailable": ErrorText(Text("The model service is unreachable")),
    "provider_stream_broken": ErrorText(Text("The answer was cut off")),
    "tool_execution_failed": ErrorText(Text("A tool failed and stopped the workflow")),
    "nothing_found": ErrorText(Text("A tool found nothing and stopped the workflow")),
    "no_answer": ErrorText(Text("No usable answer")),
    "round_limit": ErrorText(Text("Too many tool rounds")),
    "tool_approval": ErrorText(Text("Approval needed")),
    "child_run_open": ErrorText(Text("A run is in progress")),
    "outcome_unknown": ErrorText(Text("It is unknown whether a call took effect")),
    "file_refused": ErrorText(Text("File rejected")),
    "history_invalid": ErrorText(Text("Invalid earlier messages")),
    "client_tools_invalid": ErrorText(Text("Invalid client tools")),
    "client_settings_invalid": ErrorText(Text("Invalid client settings")),
    "cancelled": ErrorText(Text("Cancelled")),
    "document_unreadable": ErrorText(Text("The file cannot be read")),
    "document_too_large": ErrorText(Text("The file is too large")),
    "provider_not_ready": ErrorText(Text("The model service is not configured")),
    "tool_not_reached": ErrorText(Text("The remote service is unreachable")),
    "evaluation_busy": ErrorText(Text("All workers for large templates are busy")),
    "evaluation_limit": ErrorText(Text("It takes too much time or memory")),
    "sandbox_busy": ErrorText(Text("All code workers are busy")),
    "code_failed": ErrorText(Text("The code failed")),
    "lease_lost": ErrorText(Text("Taken over by another worker")),
    "template_invalid": ErrorText(Text("The template cannot be filled in")),
    "items_invalid": ErrorText(Text("The items are not a list")),
    "too_many_items": ErrorText(Text("The list is too long")),
    "loop_limit_reached": ErrorText(Text("The loop does not end")),
    "condition_not_boolean": ErrorText(Text("The condition is not true or false")),
    "node_timeout": ErrorText(Text("The node took too long")),
    "case_invalid": ErrorText(Text("The value cannot be compared with a case")),
    "expression_invalid": ErrorText(Text("The expression cannot be evaluated")),
    "unknown_type": ErrorText(Text("No such node type")),
}


def localized(message: object) -> str:
    """Return a message in the request's language; takes `Text`, its JSON form or a plain string."""
    if isinstance(message, Text):
        return local_text(message)
    if isinstance(message, Mapping) and "en" in message:
        return local_text(message)
    return str(message)


def localized_failure(failure: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Return the stored error of a run or node with its message in the request's language."""
    if failure is None:
        return None
    return {**failure, "message": local_text(failure_text(failure))}


def error_title(code: str, fallback: str) -> str:
    text = TEXTS.get(code)
    return localized(text.title) if text else fallback


def error_detail(code: str, message: str, details: Mapping[str, Any]) -> str:
    """Return the table's explanation of an error when its blanks can be filled, else the error's message."""
    text = TEXTS.get(code)
    if text is None or text.detail is None:
        return message
    try:
        return localized(text.detail).format_map(details)
    except KeyError:
        return message
