"""Sentences that send people to a place of this product are typed advice, which a test follows."""

import ast
import re

import pytest

from tests.catalogue import ROOT, message_calls, sources

REGISTRY = "tools/core/call/advice.py"
SENTENCE = re.compile(r"(?<=[.:;!?]) ")
PLACE = re.compile(
    r"\b[Uu]nder (?:Settings|Approvals)\b|\bin Flowloom\b|\bin the settings\.$|\bstatus URL\b|\bSend an API token\b"
)
VERB = re.compile(r"(?:Answer|Cancel|Connect|Create|Free|Get|Look|Open|Publish|See|Sign)\b.*[.;]$")
OF_SERVICES = "tools/executors/"
"""Verbs there are about the service's own pages."""
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
    "If the address is right, {person} can confirm it under Settings, Credentials.": "names the person who may",
}
"""Sentences about places outside of this product, or for a person who is named."""


def _advising() -> list[tuple[str, str]]:
    found = []
    for path in sources():
        name = path.relative_to(ROOT).as_posix()
        for _, _, messages in message_calls(ast.parse(path.read_text())):
            for message in messages:
                words = ast.literal_eval(message) if isinstance(message, ast.Constant) else ""
                for sentence in SENTENCE.split(str(words)):
                    if PLACE.search(sentence) or (VERB.match(sentence) and not name.startswith(OF_SERVICES)):
                        found.append((name, sentence))
    return found


def test_every_sentence_of_advice_is_typed() -> None:
    assert [one for one in _advising() if one[0] != REGISTRY and one[1] not in ELSEWHERE] == []


@pytest.mark.parametrize("sentence", ELSEWHERE)
def test_each_exception_is_used(sentence: str) -> None:
    assert sentence in {words for _, words in _advising()}
