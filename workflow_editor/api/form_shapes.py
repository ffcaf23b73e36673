"""Public forms and what is sent through them, as their visitors' requests and answers have it."""

from typing import Annotated

from pydantic import Field, StringConstraints

from tools.api.contract.fields import JsonObject
from tools.api.contract.shapes import Query, Shape
from workflow_editor.nodes.builtin.form_trigger import Access
from workflow_editor.selectors.outside.forms import State


class Captcha(Shape):
    """A captcha: its script defines a global object of this name that draws it."""

    script: str
    global_name: str
    site_key: str


class PublicFormShape(Shape):
    """A form; `text` and `fields` are null until who asks may fill it in."""

    title: str
    text: str | None
    button: str
    accent: str
    access: Access
    fields: list[JsonObject] | None
    captcha: Captcha | None


class FormQuery(Query):
    draft: bool = False
    """The form as it is now, for who may change the workflow; what is sent runs the draft."""


class FormPassword(Shape):
    password: Annotated[str, StringConstraints(strip_whitespace=False, min_length=1, max_length=1000)]


class FormSubmission(Shape):
    """Values of a form.

    `key`: made by the sender, of at least 128 random bits; repeating it sends nothing new. `website` is a honeypot.
    """

    key: str = Field(min_length=1, pattern=r"^[A-Za-z0-9_-]{22,64}$")
    values: JsonObject
    password: Annotated[str, StringConstraints(strip_whitespace=False, max_length=1000)] = ""
    captcha: str = Field("", max_length=4096)
    website: str = Field("", max_length=2000)


class FormSubmissionWithFiles(Shape):
    """Values and files of a form; each file part is named after its field."""

    json_: FormSubmission = Field(alias="json")


class FormStepAnswer(Shape):
    step: int
    values: JsonObject


class FormStepAnswerWithFiles(Shape):
    """The same with files: further parts, each named by the field that it fills."""

    json_: FormStepAnswer = Field(alias="json")


class FormStep(Shape):
    """A form in the middle of the run."""

    id: int
    title: str
    text: str
    fields: list[JsonObject]


class SubmissionShape(Shape):
    """State of a submission: `step` while it `asks`, `output` once it is `done` and the form shows it."""

    state: State
    is_waiting: bool
    """For somebody else."""
    step: FormStep | None
    output: JsonObject | None
    thanks: str
    redirect: str
    """Next page once it is done; empty for none."""
