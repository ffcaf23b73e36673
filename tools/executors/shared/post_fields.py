"""Fields that the settings of all publishing tools have. Pure."""

from collections.abc import Mapping
from typing import Any

from tools.core.text import Text
from tools.executors.contract.operations import choice_field
from tools.executors.contract.schema import form_field


def action_field(labels: Mapping[Any, Text]) -> Any:
    """Return the field in which a person fixes what is done, or leaves it open; it begins with `publish`."""
    return choice_field(Text("Action"), labels, "publish")


def line_field(title: Text, help: Text | None = None) -> Any:
    """Return a field with one line of a post, which may hold variables."""
    return form_field(title, help, default="", widget="template-line")


def text_field(title: Text, help: Text | None = None) -> Any:
    """Return a field with a longer text of a post, which may hold variables."""
    return form_field(title, help, default="", widget="template")


def lines_field(title: Text, help: Text) -> Any:
    return form_field(title, help, default_factory=list, widget="lines")


def secret_field(title: Text, help: Text | None = None) -> Any:
    """Return a field with what nobody sees again."""
    return form_field(title, help, default="", widget="secret")
