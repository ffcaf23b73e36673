"""Advice: sentences that send their reader to a place of this product, with the action and the right it needs. Pure.

Each has a name, so a test can follow it as its reader, with only that right. A contract test refuses these sentences
elsewhere. Not here: what to correct in one's own request, and places of other services.
"""

from dataclasses import dataclass
from enum import StrEnum

from tools.core.text import Text


class Action(StrEnum):
    GET_STATUS_URL = "get_status_url"
    """Reads the address that the result has as `status_url`."""
    OPEN_RUN = "open_run"
    """Open the run with the result's `run_id`."""
    CALL_STATUS = "call_status"
    """Calls the same kind of tool with the operation `status` and the id."""
    SIGN_IN = "sign_in"
    """Makes the same request again, signed in."""
    SEND_TOKEN = "send_token"  # noqa: S105  a name
    """Makes the same request again with an API token."""
    PUBLISH = "publish"
    """Publishes the workflow."""
    RESUME = "resume"
    """Resumes the trigger."""
    CANCEL_RUNS = "cancel_runs"
    """Cancels the open runs, then makes the same request again."""
    CONNECT_ACCOUNT = "connect_account"
    """Begins the consent of the credential in the error's `credential_id`."""


class Needs(StrEnum):
    TOKEN_OF_THE_CALL = "token_of_the_call"  # noqa: S105  a name
    RIGHT_TO_RUN = "right_to_run"
    """Every caller of the tool has it."""
    ACCOUNT = "account"
    """Any account here."""
    RIGHT_TO_EDIT = "right_to_edit"
    """Every reader of the sentence has it."""
    NAMED_PERSON = "named_person"
    """The sentence names the person who may."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One sentence, with what it asks for."""

    name: str
    text: Text
    action: Action
    needs: Needs


READ_OVER_HTTP = Advice(
    "read_over_http",
    Text("The run continues. Get its answer later at the status URL, with the token of this call."),
    Action.GET_STATUS_URL,
    Needs.TOKEN_OF_THE_CALL,
)
OPEN_RUN = Advice(
    "open_run",
    Text("The run continues. Open it by its ID to see its result."),
    Action.OPEN_RUN,
    Needs.RIGHT_TO_RUN,
)
LOOK_UP_RUN = Advice(
    "look_up_run",
    Text("It continues. Look it up later by the ID of the run."),
    Action.CALL_STATUS,
    Needs.RIGHT_TO_RUN,
)
SEE_RUN = Advice(
    "see_run",
    Text("The answer waits for someone or is not finished yet. See the run {run} in Flowloom.", run=""),
    Action.OPEN_RUN,
    Needs.RIGHT_TO_RUN,
)
SIGN_IN_WITH_BROWSER = Advice(
    "sign_in_with_browser",
    Text("Tokens have no access to this. Sign in with your browser."),
    Action.SIGN_IN,
    Needs.ACCOUNT,
)
SIGN_IN_TO_FORM = Advice("sign_in_to_form", Text("Sign in to fill in this form."), Action.SIGN_IN, Needs.ACCOUNT)
SIGN_IN_OR_TOKEN = Advice("sign_in_or_token", Text("Sign in, or send an API token."), Action.SEND_TOKEN, Needs.ACCOUNT)
NEW_TOKEN = Advice(
    "new_token",
    Text("This API token is unknown, has expired or was revoked. Create a new one in the settings."),
    Action.SEND_TOKEN,
    Needs.ACCOUNT,
)
MCP_TOKEN = Advice("mcp_token", Text("Send an API token with the scope “mcp”."), Action.SEND_TOKEN, Needs.ACCOUNT)
PUBLISH_FIRST = Advice(
    "publish_first",
    Text("This trigger is not live. Publish the workflow first."),
    Action.PUBLISH,
    Needs.RIGHT_TO_EDIT,
)
RESUME_TRIGGER = Advice(
    "resume_trigger",
    Text("The person who published this may no longer run the workflow. Resume it to let it continue in your name."),
    Action.RESUME,
    Needs.RIGHT_TO_EDIT,
)
CANCEL_RUNS = Advice(
    "cancel_runs", Text("Cancel the open runs of this workflow first."), Action.CANCEL_RUNS, Needs.RIGHT_TO_EDIT
)
CONNECT_ACCOUNT = Advice(
    "connect_account",
    Text("Under Settings, Credentials, {person} can connect it.", person=""),
    Action.CONNECT_ACCOUNT,
    Needs.NAMED_PERSON,
)
EVERY_ADVICE = (
    READ_OVER_HTTP,
    OPEN_RUN,
    LOOK_UP_RUN,
    SEE_RUN,
    SIGN_IN_WITH_BROWSER,
    SIGN_IN_TO_FORM,
    SIGN_IN_OR_TOKEN,
    NEW_TOKEN,
    MCP_TOKEN,
    PUBLISH_FIRST,
    RESUME_TRIGGER,
    CANCEL_RUNS,
    CONNECT_ACCOUNT,
)
