"""Sentences that send people to a place of this product are typed advice, which a test follows."""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache

import pytest

from tests.catalogue import ROOT, sources
from tests.contracts.test_plain_texts import leaves

REGISTRY = "tools/core/call/advice.py"
SENTENCE = re.compile(r"(?<=[.:;!?]) ")
PLACE = re.compile(
    r"\b[Uu]nder (?:Settings|Approvals)\b|\bin Flowloom\b|\bin the settings\.$|\bstatus URL\b|\bSend an API token\b"
)
VERB = re.compile(r"(?:Answer|Ask|Cancel|Connect|Create|Free|Get|Look|Open|Publish|See|Sign)\b.*[.;]$")
OF_SERVICES = "tools/executors/"
"""Verbs there are about the service's own pages."""
OF_FAILURES = re.compile(r"\b(?:denied|error|failure|fault|gone|move|problems?|refused|skipped)\b")
"""Names of the front end's texts about failures; other texts introduce what a page is for."""
ELSEWHERE = {
    "Look into the chat before you send it again.": "the chat is the bot's service",
    "Look there before you try again.": "the service that was called",
    "Look the row up first.": "an operation of the same tool",
    "Open it in its application and save it again.": "a program for the file",
    "Open it in its application, save it again and upload the new file.": "a program for the file",
    "Open the one that it printed last.": "the server's output",
    "Answer in a comment.": "the form that shows it",
    "Sign with HMAC-SHA-256 and a key.": "help of a filter",
    "Under Settings, Credentials, the owner of the account can connect it.": "names the person who may",
    "Connect the account again.": "the page where it was just tried",
    "Create a new one.": "an operation of the same tool",
    "Ask an administrator to check EMAIL_URL.": "the environment, which only the operator sets",
    "Ask an administrator to enter one.": "a key of a provider, which administrators enter",
    "Ask an administrator to free up space, then try again.": "the disk of the server",
    "Ask an administrator to look into the server log.": "the log of the server",
    "Ask an administrator to allow it, then run again.": "a permission rule, which administrators write",
    "Ask another administrator.": "one's own account, which others change",
    "Ask an administrator.": "a permission rule, which administrators write",
    "Ask one of them.": "what only administrators may do",
    "Ask your administrator for a new one.": "a link that administrators make",
    "Ask your administrator for a password reset link.": "a link that administrators make",
    "Ask its owner for access.": "the owner shares it",
    "Ask its owner.": "the owner shares it",
    "Ask the owner of the workflow or agent for the right, or let somebody who has it begin again.": "its owner",
    "Ask whoever gave it to you.": "the address of a form, from outside of this product",
    "Ask its operator for a shorter one.": "the operator of an MCP server",
    "Ask its operator to check “{part}”.": "the operator of an MCP server",
    "Ask the operator to check its entry.": "the operator's file of MCP programs",
    "Ask for less at once.": "one's own request",
    "Ask it for less at once.": "one's own request",
    "Ask for the list again instead.": "the protocol of MCP, for a program",
    "Ask **Ada** before changing the prompt.": "sample of a note",
    "Answer now with what you know.": "a prompt, for a model",
    "Open from 9 to 18.": "sample of a passage",
    "Open the tool and complete them.": "the tool in the node that shows it",
    "Check the key or the account under Settings, then run again.": "of the node that shows it, or its owner's",
    "Connect the container itself.": "the canvas that shows it",
    "If the address is right, {person} can confirm it under Settings, Credentials.": "names the person who may",
}
"""Sentences about places outside of this product, or for a person who is named."""


def _texts() -> Iterator[tuple[str, str]]:
    """Yield place and text of all strings of the code but docstrings, and of the front end's texts about failures."""
    for path in sources():
        nodes = [*ast.walk(ast.parse(path.read_text()))]
        unread = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        for node in nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in unread:
                yield path.relative_to(ROOT).as_posix(), node.value
    for path in sorted((ROOT / "frontend/src/i18n/en").glob("*.json")):
        for key, text in leaves(json.loads(path.read_text()), path.stem):
            if OF_FAILURES.search(key):
                yield f"frontend {key}", text


@cache
def _advising() -> list[tuple[str, str]]:
    return [
        (place, sentence)
        for place, text in _texts()
        for sentence in SENTENCE.split(text)
        if PLACE.search(sentence) or (VERB.match(sentence) and not place.startswith(OF_SERVICES))
    ]


def test_every_sentence_of_advice_is_typed() -> None:
    assert [one for one in _advising() if one[0] != REGISTRY and one[1] not in ELSEWHERE] == []


@pytest.mark.parametrize("sentence", ELSEWHERE)
def test_each_exception_is_used(sentence: str) -> None:
    assert sentence in {words for _, words in _advising()}
