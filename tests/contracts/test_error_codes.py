"""Every error class of the three apps has a title in both languages, and they agree on their attributes."""

import importlib
import pkgutil
import re
from collections.abc import Iterator

import pytest

import agents
import tools
import workflow_editor
from agents.core.errors import AgentError
from tools.core.errors import ToolError
from workflow_editor.api.error_handler import CODE_OF_DRF, OWN_DRF_CODES
from workflow_editor.api.texts import TEXTS
from workflow_editor.errors import WorkflowError

DomainErrorClass = type[WorkflowError] | type[AgentError] | type[ToolError]


def with_subclasses(base: DomainErrorClass) -> list[DomainErrorClass]:
    """Return the class and all below it, as far as they come from the product."""
    below = [found for child in base.__subclasses__() for found in with_subclasses(child)]
    return [base, *below]


# Entry points start something when they are imported.
NOT_IMPORTED = {"settings", "migrations", "management", "asgi", "wsgi", "embedded"}


def domain_errors() -> Iterator[DomainErrorClass]:
    """Import everything, so that every error class is known, and yield those of the product."""
    for app in (tools, agents, workflow_editor):
        for module in pkgutil.walk_packages(app.__path__, f"{app.__name__}."):
            if not NOT_IMPORTED & set(module.name.split(".")):
                importlib.import_module(module.name)
    for base in (WorkflowError, AgentError, ToolError):
        found = with_subclasses(base)
        yield from (
            error for error in found if error.__module__.split(".")[0] in {"tools", "agents", "workflow_editor"}
        )


ERRORS = list(domain_errors())


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.__name__)
def test_an_error_class_has_a_title_in_both_languages(error: DomainErrorClass) -> None:
    title = TEXTS[error.code].title
    assert title.en
    assert title.in_language("zh")


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.__name__)
def test_an_error_class_has_a_status_and_states_whether_to_try_again(error: DomainErrorClass) -> None:
    assert 400 <= error.http_status < 600
    assert isinstance(error.retryable, bool)


@pytest.mark.parametrize("code", sorted({*CODE_OF_DRF.values(), *OWN_DRF_CODES, "internal_error", "invalid_input"}))
def test_errors_of_the_framework_have_a_title_and_a_detail(code: str) -> None:
    text = TEXTS[code]
    assert text.detail is not None
    assert text.detail.en
    assert text.detail.in_language("zh")


ACTIONS = frozenset(
    "Accept Answer Ask Cancel Check Choose Correct Create Enter Fix Free Give Make Open Read Reload Remove Review Run "
    "See Send Sign Try Wait".split()
)
"""Beginnings of a sentence with a remedy."""
NOTHING_TO_DO = {
    "already_answered": "someone else has done it",
    "wait_cancelled": "the run needs it no more",
}


@pytest.mark.parametrize("code", sorted(code for code, text in TEXTS.items() if text.detail is not None))
def test_an_explanation_gives_the_next_step(code: str) -> None:
    detail = TEXTS[code].detail
    assert detail is not None
    sentences = re.split(r"(?<=[.;:]) ", detail.en)
    has_action = any(sentence.split()[0].strip("“,").capitalize() in ACTIONS for sentence in sentences)
    assert has_action is (code not in NOTHING_TO_DO), detail.en
