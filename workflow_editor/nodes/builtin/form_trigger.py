"""Public form: a page that asks for the inputs of a run, for people without an account too."""

from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field

from tools.core.call.summary import SummaryText
from tools.core.definitions import JsonObject
from tools.core.field_errors import in_form
from tools.core.text import Text
from tools.executors.contract.schema import form_field, groups
from workflow_editor.nodes.base import ConfigProblem, Example, OutputField
from workflow_editor.nodes.builtin.start import StartField, labelled
from workflow_editor.nodes.fields.named_values import unreadable_names
from workflow_editor.nodes.fields.origins import framing_pages, framing_pages_field, origin_problems
from workflow_editor.nodes.fields.redirects import MAX_ADDRESS, redirect_problems
from workflow_editor.nodes.triggers import Fills, TriggerConfig, TriggerNode

PASSWORD = "password"  # noqa: S105  the name of a trigger's secret
Access = Literal["anyone", "password", "signed_in"]
_Colour = Annotated[
    str, Field(pattern=r"^(#[0-9A-Fa-f]{6})?$"), in_form(Text("Write the colour as “#” and six hex digits."))
]


class FormTriggerConfig(TriggerConfig):
    model_config = {
        "json_schema_extra": groups(("look", Text("Texts and colour"), False), ("more", Text("Limits, failures"), True))
    }

    title: str = form_field("Title", "By default, the name of the workflow.", default="", max_length=200, group="look")
    text: str = form_field(
        "Text", "Shown above the fields. Markdown.", default="", max_length=10_000, widget="long-text", group="look"
    )
    button: str = form_field(
        "Button", "By default “Send”, in the visitor's language.", default="", max_length=60, group="look"
    )
    thanks: str = form_field(
        "Text after sending",
        "Markdown. If you write nothing, visitors are simply thanked.",
        default="",
        max_length=10_000,
        widget="long-text",
        group="look",
    )
    redirect: str = form_field(
        "Continue to this page after sending",
        "Such as https://www.example.com/thanks?number={{ output.number }}. Without an address, the text is shown.",
        default="",
        max_length=MAX_ADDRESS,
        group="look",
    )
    accent: _Colour = form_field(
        "Colour", "Colour of the button, if not the usual one.", default="", max_length=7, widget="colour", group="look"
    )
    access: Access = form_field(
        "Who may fill it in",
        default="anyone",
        enum_labels={
            "anyone": Text("Anyone with the address"),
            "password": Text("Anyone with the password"),
            "signed_in": Text("People who are signed in"),
        },
    )
    show_result: bool = form_field(
        "Show the result", "The output of the run, once it is ready. When off, only the text.", default=False
    )
    per_hour: int = form_field(
        "Submissions per visitor and hour",
        "Visitors are told apart by their network address.",
        default=30,
        ge=1,
        le=1000,
        group="more",
    )
    framed_by: str = framing_pages_field()

    def framing_pages(self) -> Sequence[str]:
        """Return the origins of pages that may show it: none where a session counts, which they could abuse."""
        return [] if self.access == "signed_in" else framing_pages(self.framed_by)


class FormTriggerNode(TriggerNode[FormTriggerConfig]):
    id = "form_trigger"
    icon = "clipboard-text"
    title = Text("Public form")
    help = Text("Starts a run when someone fills in a form on a page of its own.")
    keywords = Text("trigger, form, page, survey, embed, link")
    summary = (
        (
            SummaryText(Text("Anyone with the password"), when={"access": ["password"]}),
            SummaryText(Text("People who are signed in"), when={"access": ["signed_in"]}),
            SummaryText(Text("Anyone with the address")),
        ),
    )
    output_fields = (
        OutputField("fields", "object", Text("What was filled in")),
        OutputField("submitted_at", "string", Text("Time of sending")),
        OutputField("person", "string", Text("User name, if signed in")),
    )
    example = Example(
        Text("Asks visitors for a topic."),
        config={"title": "Write to us", "mapping": [{"name": "topic", "value": "{{ trigger.fields.topic }}"}]},
        output={},
    )

    def refusals(self, config: FormTriggerConfig) -> Sequence[ConfigProblem]:
        return tuple(unreadable_names((("/title", config.title), ("/button", config.button))))

    def problems(self, config: FormTriggerConfig) -> Sequence[ConfigProblem]:
        return [
            *super().problems(config),
            *origin_problems(config.framed_by, "/framedBy"),
            *redirect_problems(config.redirect, waits=config.show_result),
        ]

    def values(self, arrived: JsonObject) -> JsonObject:
        fields = arrived.get("fields")
        return dict(fields) if isinstance(fields, Mapping) else {}

    def fills(self, config: FormTriggerConfig, name: str) -> Fills:
        return "always" if name in _elsewhere(config) else "asks"

    def asked(self, config: FormTriggerConfig, fields: Collection[StartField]) -> Sequence[StartField]:
        """Return what the page asks for: the fields of the start that no row of the mapping fills from elsewhere."""
        elsewhere = _elsewhere(config)
        return [_asking_only(labelled(field), elsewhere) for field in fields if field.name not in elsewhere]


def _elsewhere(config: FormTriggerConfig) -> set[str]:
    """Return the names of the fields that a row fills without asking the visitor."""
    return {row.name for row in config.mapping if "trigger.fields" not in row.value}


def _asking_only(field: StartField, elsewhere: Collection[str]) -> StartField:
    """Return a field without the conditions on what the page does not ask: whether they hold is known in the run."""
    rules = [rule for rule in field.show_when if rule.field not in elsewhere]
    if len(rules) == len(field.show_when):
        return field
    return field.model_copy(update={"show_when": rules if field.show_match == "all" else []})
