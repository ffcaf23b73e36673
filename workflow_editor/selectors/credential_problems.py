"""Credentials of a graph that its runner cannot use."""

from django.contrib.auth.models import User

from tools.core.text import Text
from tools.selectors.credentials import own_signing_credential
from workflow_editor.graph.document import Document
from workflow_editor.graph.validation import Problem

_MISSING = Text("This credential does not exist, or it belongs to someone else. Choose one of your own.")


def credential_problems(document: Document, user: User) -> list[Problem]:
    """Return a problem for each HTTP request that is signed with a credential that the person does not have."""
    nodes = [node for node in document.nodes if node.type == "http_request" and not node.bypass]
    wanted = [node for node in nodes if node.config.get("credential") and node.config.get("authType", "none") != "none"]
    ids = {str(node.config["credential"]) for node in wanted}
    usable = {id_ for id_ in ids if own_signing_credential(user_id=user.pk, credential_id=id_)}
    return [
        Problem("credential_missing", "error", _MISSING, node.key, field="/credential")
        for node in wanted
        if node.config["credential"] not in usable
    ]
