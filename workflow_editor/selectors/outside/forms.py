"""Public forms for holders of their address: fields, and the state of submissions.

Senders make an unguessable key and read their submission's state with it. Only its hash is stored.
"""

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from tools.core.call.advice import SIGN_IN_TO_FORM
from tools.core.definitions import JsonObject
from tools.core.errors import RecordNotFoundError
from tools.core.registered.files import MISSING_FILE, file_ids_in
from tools.core.text import Text
from tools.models import ToolFile
from tools.selectors.tool_files import tool_file_of_run
from workflow_editor.adapters.state.plans import version_of
from workflow_editor.errors import ConflictError, ForbiddenError, NotFoundError
from workflow_editor.graph.document import Document
from workflow_editor.models import Run, Status, Trigger, TriggerDelivery, Wait
from workflow_editor.models.graph_document import graph_document
from workflow_editor.models.status import OPEN_STATUSES
from workflow_editor.nodes.builtin.form import FormConfig
from workflow_editor.nodes.builtin.form_trigger import PASSWORD, FormTriggerConfig, FormTriggerNode
from workflow_editor.nodes.builtin.start import StartConfig, StartField
from workflow_editor.nodes.fields.redirects import redirect_address
from workflow_editor.nodes.registry import read_graph
from workflow_editor.nodes.waits import FormWait
from workflow_editor.selectors.access import may_run
from workflow_editor.selectors.outside.triggers import sender_may_read

FROM_PROGRAM = "from_program"
"""Code of a delivery that a program sent: it filled in what people do not see."""
State = Literal["running", "asks", "done", "failed"]
_GONE = Text("There is no form at this address.")
_CLOSED = Text("This form is closed at the moment.")
_NOT_SENT = Text("Nothing was sent with this key.")
_WRONG_PASSWORD = Text("The password is wrong. Try again.")


@dataclass(frozen=True, slots=True)
class PublicForm:
    trigger: Trigger
    config: FormTriggerConfig
    fields: Sequence[StartField]
    draft_of: User | None = None
    """Person trying the unpublished form: submissions run the draft, with their rights."""

    @property
    def title(self) -> str:
        return self.config.title or self.trigger.workflow.name

    def admit(self, person: User | None, password: str) -> None:
        """Check access. Raises ForbiddenError (`form_sign_in` or `form_password`)."""
        if self.draft_of is not None:
            return
        if self.config.access == "signed_in" and person is None:
            raise ForbiddenError(SIGN_IN_TO_FORM.text, code="form_sign_in")
        if self.config.access == "password":
            wanted = str(self.trigger.secrets()[PASSWORD])
            if not hmac.compare_digest(wanted.encode(), password.encode()):
                raise ForbiddenError(_WRONG_PASSWORD, code="form_password")


def form_at(token: str) -> PublicForm:
    """Return the form at an address.

    Raises:
        NotFoundError: (`form_gone`) no such address, or the workflow is published without it.
        ConflictError: (`form_closed`) it is paused, or has no password yet.
    """
    trigger = _form_triggers().filter(token=token, version__isnull=False).first()
    if trigger is None or trigger.version_id is None:
        raise NotFoundError(_GONE, code="form_gone")
    config = FormTriggerConfig.model_validate(trigger.config)
    if not trigger.is_live or (config.access == "password" and PASSWORD not in trigger.secret_names):
        raise ConflictError(_CLOSED, code="form_closed")
    asked = FormTriggerNode().asked(config, _interface(trigger.version_id).fields)
    return PublicForm(trigger, config, asked)


def draft_form_at(user: User | None, token: str) -> PublicForm:
    """Return the form at an address as currently edited, for editors.

    Raises NotFoundError (`form_gone`) if the address or form does not exist, or not for this user.
    """
    trigger = _form_triggers().filter(token=token).first()
    config = None if trigger is None else _draft_config(trigger)
    if user is None or trigger is None or config is None or not may_run(user, trigger.workflow):
        raise NotFoundError(_GONE, code="form_gone")
    interface = _read_interface(graph_document(trigger.workflow))
    return PublicForm(trigger, config, FormTriggerNode().asked(config, interface.fields), draft_of=user)


def form_fields(trigger: Trigger, document: Document) -> Sequence[StartField]:
    """Return what the form of a trigger asks for in a graph; nothing when it is not in there."""
    node = next((node for node in document.nodes if node.key == trigger.node_key), None)
    if node is None or node.type != FormTriggerNode.id:
        return ()
    config = FormTriggerConfig.model_validate(node.config)
    return FormTriggerNode().asked(config, _read_interface(document).fields)


def _draft_config(trigger: Trigger) -> FormTriggerConfig | None:
    node = trigger.workflow.nodes.filter(key=trigger.node_key, type=FormTriggerNode.id).first()
    return None if node is None else FormTriggerConfig.model_validate(node.config)


def form_framing_pages(token: str) -> Sequence[str]:
    """Return the origins of pages that may show the form at an address, `*` for every page; empty without a form."""
    trigger = _form_triggers().filter(token=token).first()
    return [] if trigger is None else FormTriggerConfig.model_validate(trigger.config).framing_pages()


def submission_key(key: str) -> str:
    """Return what is kept of the key of who sends."""
    return hashlib.sha256(key.encode()).hexdigest()


def was_sent(trigger: Trigger, key: str) -> bool:
    return trigger.deliveries.filter(key=submission_key(key)).exists()


def submission_of(token: str, key: str) -> TriggerDelivery:
    """Return a submission by key, also of a closed form.

    Raises NotFoundError (`submission_not_found`) if there is none that its sender may read.
    """
    rows = TriggerDelivery.objects.filter(trigger__in=_form_triggers().filter(token=token), key=submission_key(key))
    found = rows.select_related("trigger__workflow").first()
    if found is None or not sender_may_read(found):
        raise NotFoundError(_NOT_SENT, code="submission_not_found")
    return found


def step_of(delivery: TriggerDelivery, wait_id: int | None = None) -> Wait | None:
    """Return the run's form step that the sender is to fill in now, or the one with `wait_id`, open or not; None if
    there is none.
    """
    which = Q(answered_at=None, node_run__run__status__in=OPEN_STATUSES) if wait_id is None else Q(pk=wait_id)
    steps = Wait.objects.filter(which, kind=Wait.Kind.FORM, payload__by_visitor=True)
    return steps.filter(node_run__run__delivery=delivery).order_by("id").first()


@dataclass(frozen=True, slots=True)
class Submission:
    """A submission's state for its sender.

    `output` is the run's, where the form shows it; `is_waiting`: for other people. `step` is {id, title, text, fields}.
    `redirect` is the sender's next page once it is done; empty for none.
    """

    state: State
    is_waiting: bool = False
    step: JsonObject | None = None
    output: JsonObject | None = None
    thanks: str = ""
    redirect: str = ""


def submission_state(delivery: TriggerDelivery) -> Submission:
    """Return a submission's state, without failure reasons, which may be for members only."""
    config = FormTriggerConfig.model_validate(delivery.trigger.config)
    if delivery.status == TriggerDelivery.Status.EXAMPLE:
        config = _draft_config(delivery.trigger) or config
    done = Submission("done", thanks=config.thanks, redirect=redirect_address(config.redirect, {}))
    run = _run_of(delivery)
    if (delivery.error or {}).get("code") == FROM_PROGRAM:
        return done
    if run is None:
        return Submission("failed")
    if run.status in OPEN_STATUSES:
        step = step_of(delivery)
        if step is not None and isinstance(about := step.about, FormWait):
            shown = {"id": step.pk, "title": about.title, "text": about.message, "fields": about.fields}
            return Submission("asks", step=shown)
        if config.show_result or _interface(run.version_id).asks_visitors:
            return Submission("running", is_waiting=run.status == Status.WAITING)
        return done
    if run.status != Status.SUCCEEDED:
        return Submission("failed", thanks=config.thanks) if config.show_result else done
    if not config.show_result:
        return done
    output = run.output or {}
    address = redirect_address(config.redirect, output)
    return Submission("done", output=output, thanks=config.thanks, redirect=address)


def submission_file(delivery: TriggerDelivery, file_id: UUID) -> ToolFile:
    """Return a file of the visible result; ids from the submission itself open nothing else.

    Raises RecordNotFoundError if it is not in there.
    """
    run = _run_of(delivery)
    if run is None or str(file_id) not in file_ids_in(submission_state(delivery).output):
        raise RecordNotFoundError(MISSING_FILE)
    return tool_file_of_run(run_id=run.pk, file_id=file_id)


def _run_of(delivery: TriggerDelivery) -> Run | None:
    return Run.objects.filter(delivery=delivery).order_by("id").first()


def _form_triggers() -> "QuerySet[Trigger]":
    return Trigger.objects.filter(type=FormTriggerNode.id).select_related("workflow", "runs_as")


@dataclass(frozen=True, slots=True)
class _Interface:
    fields: tuple[StartField, ...]
    asks_visitors: bool


@lru_cache(maxsize=500)
def _interface(version_id: UUID) -> _Interface:
    """Versions never change, and pages are read again and again."""
    return _read_interface(Document.model_validate(version_of(version_id).document))


def _read_interface(document: Document) -> _Interface:
    readings = read_graph(document).readings.values()
    configs = [reading.config() for reading in readings if reading is not None]
    fields = next((tuple(config.fields) for config in configs if isinstance(config, StartConfig)), ())
    return _Interface(fields, any(isinstance(config, FormConfig) and config.by_visitor for config in configs))
