"""Subjects of waits: one class per kind, as stored, sent, exported and shown to people.

A new kind is a class here, a member of `models.Wait.Kind`, and its case in the front end's `approval-subject.tsx` when
people answer it.
"""

from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, GetPydanticSchema, RootModel, TypeAdapter

from agents.core.events import JsonObject, LocalText
from tools.core import definitions


class _Wait(BaseModel):
    model_config = ConfigDict(frozen=True, json_schema_serialization_defaults_required=True)

    kind: str
    decisions: ClassVar[tuple[str, ...]] = ()
    """Choices of a person; empty for other waits."""

    def to_json(self) -> definitions.JsonObject:
        """Return the JSON form; it has no secrets."""
        return self.model_dump()


class DelayWait(_Wait):
    """A moment, in ISO 8601."""

    kind: Literal["delay"] = "delay"
    until: str


class WaitedWorkflow(BaseModel):
    """The workflow of a child run; `id` is empty when a tool call started the run."""

    id: str = ""
    name: str


class ChildRunWait(_Wait):
    """End of a run started by a sub-workflow node or, if `call_id` is set, a tool call.

    `version` is null for an unpublished graph.
    """

    kind: Literal["child_run"] = "child_run"
    run_id: str
    workflow: WaitedWorkflow
    version: int | None = None
    inputs: JsonObject = Field(default_factory=dict)
    call_id: str = ""
    round: int = 0


class ApprovalWait(_Wait):
    """A yes or no; `approvers` are user names of people who may answer beside the workflow's own."""

    kind: Literal["approval"] = "approval"
    title: str = ""
    message: str = ""
    approvers: list[str] = Field(default_factory=list)
    decisions = ("approve", "reject")


class FormWait(_Wait):
    """Values for `fields`, as those of a start node.

    `by_visitor`: the sender of the run's public form may also answer, on its page.
    """

    kind: Literal["form"] = "form"
    title: str = ""
    message: str = ""
    approvers: list[str] = Field(default_factory=list)
    by_visitor: bool = False
    fields: list[JsonObject]
    decisions = ("submit",)


class SpentAmount(BaseModel):
    """Tokens, and money in US dollars; null means any."""

    tokens: int | None
    money: float | None


class BudgetWait(_Wait):
    """A higher budget of the run `run_id`, which is this one or one around it."""

    kind: Literal["budget"] = "budget"
    run_id: str
    over: Literal["tokens", "money"]
    budget: SpentAmount
    used: SpentAmount
    needed: SpentAmount
    model: str
    decisions = ("raise", "fail")


class UnknownOutcomeWait(_Wait):
    """Outcome of an interrupted call: arguments sent, and destination.

    `fields` are the expected names of an output given by a person; none for a tool with free answers.
    """

    kind: Literal["outcome_unknown"] = "outcome_unknown"
    reason: LocalText
    call_id: str
    round: int
    tool: str | None = None
    arguments: JsonObject = Field(default_factory=dict)
    destination: str = ""
    fields: list[str] = Field(default_factory=list)
    decisions = ("happened", "again", "fail")


class _CallWait(_Wait):
    """A tool call that somebody must let go; `tool` is its title, `arguments` are redacted."""

    tool: str
    tool_id: str
    function: str
    arguments: JsonObject
    reason: LocalText
    call_id: str
    round: int


class AskingRule(BaseModel):
    """The rule that asks; `id` is empty when the tool itself asks."""

    id: str
    revision: int
    note: str


class ToolApprovalWait(_CallWait):
    """Approval of a tool call; the answer may change the arguments, within `arguments_schema`.

    `someone_else`: the run's starter may not answer.
    """

    kind: Literal["tool_approval"] = "tool_approval"
    arguments_schema: JsonObject
    rule: AskingRule
    someone_else: bool
    decisions = ("approve", "reject")


class AskedCredential(BaseModel):
    """A credential; `owner` is a user name, empty for one of the installation."""

    id: str
    name: str
    owner: str


class SavedBy(BaseModel):
    """Author and time (ISO 8601) of the address in the node."""

    username: str
    at: str


class CredentialOriginWait(_CallWait):
    """Permission to send a credential to `origin`; the answer applies to all runs waiting for the same.

    `asked_by` is the user name of the person running the call.
    """

    kind: Literal["credential_origin"] = "credential_origin"
    credential: AskedCredential
    origin: str
    asked_by: str
    saved_by: SavedBy | None
    approvers: list[str]
    decisions = ("confirm", "refuse")


CallWait = ToolApprovalWait | CredentialOriginWait
PersonWait = ApprovalWait | FormWait | UnknownOutcomeWait | BudgetWait | CallWait
AnyWait = DelayWait | ChildRunWait | PersonWait


class ApprovalPayload(RootModel[Annotated[PersonWait, Field(discriminator="kind")]]):
    """Subject of a person's decision, by `kind`."""


_Discriminated = Annotated[AnyWait, Field(discriminator="kind")]
WaitJson = Annotated[definitions.JsonObject, GetPydanticSchema(lambda _, handler: handler(_Discriminated))]
"""Result of `to_json`; schemas show its classes."""

_waits: TypeAdapter[AnyWait] = TypeAdapter(_Discriminated)


def read_wait(payload: definitions.JsonObject) -> AnyWait:
    """Return what a stored payload is about."""
    return _waits.validate_python(payload)
