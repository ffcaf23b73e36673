"""The events of the log of rights in words of every language, which the page of the log has."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
_RECORDS = re.compile(r"\b(access_record|_recorded?|watch_access\w*)\(")
_VERBS = ("created", "changed", "deleted")


def recorded_actions() -> Iterator[str]:
    """Yield what the code records: literals, and what watches make of a name and verbs."""
    for package in ("tools", "agents", "workflow_editor"):
        for module in (ROOT / package).rglob("*.py"):
            source = module.read_text(encoding="utf-8")
            for node in ast.walk(ast.parse(source)) if _RECORDS.search(source) else ():
                match node:
                    case ast.Call(func=ast.Name("access_record" | "_record"), args=args):
                        yield from (text for arg in args for text in _literals(arg) if "." in text)
                    case ast.Call(func=ast.Name("_recorded"), args=[_, ast.Constant(str(verb)), *_]):
                        yield f"trigger.{verb}"
                    case ast.Call(func=ast.Name("watch_access"), args=[_, ast.Constant(str() as name)], keywords=words):
                        verbs = [ast.literal_eval(word.value) for word in words if word.arg == "verbs"]
                        yield from (f"{name}.{verb}" for verb in (verbs or [_VERBS])[0] if verb)
                    case ast.Call(func=ast.Name("watch_access_relation"), args=[_, ast.Constant(str() as name), _]):
                        yield from (f"{name}.granted", f"{name}.revoked")


def _literals(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.IfExp):
        yield from (*_literals(node.body), *_literals(node.orelse))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


ACTIONS = sorted(set(recorded_actions()))
TEXTS = {
    path.parent.name: json.loads(path.read_text(encoding="utf-8"))
    for path in ROOT.glob("frontend/src/i18n/*/administration-audit.json")
}


def test_actions_are_found() -> None:
    assert {"sign_in.failed", "password.rehashed", "role.granted", "member.added", "rule.created"} <= set(ACTIONS)
    assert {"en", "zh"} <= TEXTS.keys()


@pytest.mark.parametrize("action", ACTIONS)
def test_every_action_has_words_in_every_language(action: str) -> None:
    subject, verb = action.split(".")
    for language, texts in TEXTS.items():
        words = texts["subject"][subject] + texts["verb"][verb]
        is_english = any(sign.isascii() and sign.isalpha() for sign in words)
        assert is_english is (language == "en")
