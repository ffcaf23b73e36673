"""Form: a person fills something in."""

from collections.abc import Sequence
from datetime import datetime

from tools.core.call.summary import field_line
from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.executors.contract.schema import form_field
from workflow_editor.nodes.base import ConfigProblem, Example, NodeOutcome, NodeWait, Port
from workflow_editor.nodes.builtin.start import StartField, field_problems, labelled, unreadable_titles
from workflow_editor.nodes.fields.people import (
    PersonConfig,
    PersonNode,
    approvers_field,
    asked,
    due_after,
    message_field,
    shown,
    timeout_field,
    title_field,
)
from workflow_editor.nodes.ports import Variables
from workflow_editor.nodes.waits import FormWait

SUBMITTED, TIMEOUT = "submitted", "timeout"


class FormConfig(PersonConfig):
    title: str = title_field(Text("Title"), Text("Purpose of the form."))
    message: str = message_field(Text("Shown above the fields."))
    fields: list[StartField] = form_field(
        Text.in_context("of a form", "Fields"),
        "The fields to fill in. Later nodes use {{ nodes.key.name }}.",
        default_factory=list,
        max_length=100,
        widget="fields",
    )
    approvers: list[str] = approvers_field()
    by_visitor: bool = form_field(
        "Ask on the public form",
        "Whoever started the run with a public form fills this in on the same page.",
        default=False,
    )
    timeout_s: int | None = timeout_field()


class FormNode(PersonNode[FormConfig, FormWait]):
    """Waits until a person has filled in some fields; gives their values, checked and with defaults filled in."""

    id = "form"
    icon = "forms"
    title = Text.in_context("node", "Form")
    help = Text("Waits until someone fills in a form.")
    keywords = Text("human in the loop, question, input, ask")
    summary = (
        field_line("title", Text("No title yet")),
        field_line("fields.name", Text("No inputs"), missing=False),
    )
    outputs = (
        Port(SUBMITTED, Text("Submitted")),
        Port(TIMEOUT, Text("Timed out")),
    )
    needs = (ConfigProblem("fields_missing", "/fields", Text("Add a field.")),)
    has_known_fields = True
    output_fields_from = "fields"
    example = Example(
        Text("Asks someone for a price."),
        config={"title": "Details", "fields": [{"name": "price", "type": "number", "required": True}]},
        output={"price": 12.5},
    )

    def refusals(self, config: FormConfig) -> Sequence[ConfigProblem]:
        return unreadable_titles(config.fields)

    def problems(self, config: FormConfig) -> Sequence[ConfigProblem]:
        return [*field_problems(config.fields), *super().problems(config)]

    def begin(self, config: FormConfig, variables: Variables, now: datetime) -> NodeWait:
        fields = [labelled(field).model_dump(mode="json", by_alias=True) for field in config.fields]
        texts = asked(config, variables)
        wait = FormWait(**texts, approvers=config.approvers, by_visitor=config.by_visitor, fields=fields)
        return NodeWait(wait, due_after(config.timeout_s, now), config.timeout_s)

    def resume(self, config: FormConfig, wait: FormWait, answer: JsonObject) -> NodeOutcome:
        return NodeOutcome(dict(answer["values"]), ports=(SUBMITTED,), inputs=shown(wait))

    def timed_out(self, config: FormConfig, wait: FormWait) -> NodeOutcome:
        return NodeOutcome({}, ports=(TIMEOUT,), inputs=shown(wait))
