"""Classifies a reply as an answer, or names the reason it is none. Pure."""

from collections.abc import Mapping
from typing import Literal

from agents.core.errors import NoAnswerError
from agents.core.messages import FinishReason
from tools.core.text import Text

Outcome = Literal["answered", "cut", "refused", "thoughts_only", "empty"]

OUTCOME_TEXTS: Mapping[Outcome, Text] = {
    "cut": Text("The model's answer was cut off at the token limit. Raise the limit, or ask for less."),
    "refused": Text("The model refused to answer, or a content filter stopped it. Rephrase the request."),
    "thoughts_only": Text("The model wrote only thoughts and no answer. Raise the token limit, or turn thinking down."),
    "empty": Text("The model's answer is empty. Run this again, or choose another model."),
}


def outcome_of(text: str, finish_reason: FinishReason, thoughts: str = "") -> Outcome:
    """Return what came of a reply without calls."""
    if finish_reason is FinishReason.REFUSAL:
        return "refused"
    if finish_reason is FinishReason.LENGTH:
        return "cut"
    if text.strip():
        return "answered"
    return "thoughts_only" if thoughts.strip() else "empty"


def outcome_text(outcome: str) -> Text | None:
    """Return the sentence about an outcome by its name; None for an answer, and for names of other versions."""
    return next((text for name, text in OUTCOME_TEXTS.items() if name == outcome), None)


def no_answer(outcome: Outcome) -> NoAnswerError:
    return NoAnswerError(OUTCOME_TEXTS[outcome], details={"outcome": outcome})
