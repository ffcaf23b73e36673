"""/api/forms/<token>/: public forms, open to everybody who knows the address and is admitted."""

from functools import partial
from typing import Annotated
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpResponseBase
from rest_framework.permissions import AllowAny
from rest_framework.request import Request

from tools.api.contract.endpoints import FoundBy, Media, endpoint
from tools.api.contract.shapes import read
from tools.api.files import file_answer
from tools.core.text import Text
from workflow_editor.adapters.node.captcha import captcha_passed, captcha_service
from workflow_editor.api.authentication import CookieAuthentication
from workflow_editor.api.form_shapes import (
    Captcha,
    FormPassword,
    FormQuery,
    FormStepAnswer,
    FormStepAnswerWithFiles,
    FormSubmission,
    FormSubmissionWithFiles,
    PublicFormShape,
    SubmissionShape,
)
from workflow_editor.api.limits.throttles import (
    PasswordThrottle,
    StepThrottle,
    SubmissionThrottle,
    asked_form,
    person_of,
)
from workflow_editor.api.parsing import JsonParser, JsonWithFilesParser, json_and_files
from workflow_editor.errors import ForbiddenError
from workflow_editor.models import TriggerDelivery
from workflow_editor.selectors.outside.forms import (
    PublicForm,
    form_at,
    submission_file,
    submission_of,
    submission_state,
    was_sent,
)
from workflow_editor.services.triggers.submit import form_submit, submission_answer

_NO_PERSON = Text("The check that you are a person did not succeed. Try it again.")

Visitor = Annotated[User | None, FoundBy(person_of)]
Sent = Annotated[TriggerDelivery, FoundBy(submission_of)]
# Open to anonymous and signed-in visitors.
open_endpoint = partial(endpoint, authentication=(CookieAuthentication,), permissions=(AllowAny,))
with_files = partial(open_endpoint, parsers=(JsonParser, JsonWithFilesParser))


@open_endpoint("GET", "forms/<str:token>/")
def form_get(person: Visitor, token: str, query: FormQuery) -> PublicFormShape:
    """Return the form; what it asks only to who may fill it in."""
    form = asked_form(person, token, query)
    admits = form.config.access == "anyone" or form.draft_of is not None
    return _shown(form, is_open=admits or (form.config.access == "signed_in" and person is not None))


@open_endpoint("POST", "forms/<str:token>/open/", throttles=(PasswordThrottle,))
def form_open(person: Visitor, form: Annotated[PublicForm, FoundBy(form_at)], body: FormPassword) -> PublicFormShape:
    """Return the form to who knows its password."""
    form.admit(person, body.password)
    return _shown(form, is_open=True)


@with_files(
    "POST",
    "forms/<str:token>/submissions/",
    status=201,
    operation="form_submit",
    throttles=(PasswordThrottle, SubmissionThrottle),
    bodies={"application/json": FormSubmission, "multipart/form-data": FormSubmissionWithFiles},
)
def submit(request: Request, person: Visitor, token: str, query: FormQuery) -> SubmissionShape:
    """Send what was filled in, with files as parts by the names of fields; a key that was used starts nothing."""
    form = asked_form(person, token, query)
    body, files = json_and_files(request)
    given = read(FormSubmission, body)
    form.admit(person, given.password)
    # An answer holds once; whoever sends the same again has been asked before.
    if _captcha_of(form) and not was_sent(form.trigger, given.key):
        host = request.get_host().rpartition(":")[0] or request.get_host()
        if not captcha_passed(given.captcha, host=host):
            raise ForbiddenError(_NO_PERSON, code="form_captcha")
    is_program = given.website != ""
    delivery = form_submit(
        form, key=given.key, values=given.values, files=files, person=person, from_program=is_program
    )
    return _submission(delivery)


@open_endpoint("GET", "forms/<str:token>/submissions/<str:key>/")
def form_submission_get(delivery: Sent) -> SubmissionShape:
    """Return what became of what was sent with a key; ask again while it runs."""
    return _submission(delivery)


@with_files(
    "POST",
    "forms/<str:token>/submissions/<str:key>/",
    throttles=(StepThrottle,),
    bodies={"application/json": FormStepAnswer, "multipart/form-data": FormStepAnswerWithFiles},
)
def form_step_answer(request: Request, delivery: Sent) -> SubmissionShape:
    """Fill in a form in the middle of the run; 409 `already_answered`, `wait_expired` or `wait_cancelled`."""
    body, files = json_and_files(request)
    submission_answer(delivery, **read(FormStepAnswer, body).model_dump(), files=files)
    return _submission(delivery)


@open_endpoint("GET", "forms/<str:token>/submissions/<str:key>/files/<uuid:file_id>/")
def form_submission_file(
    request: Request, delivery: Sent, file_id: UUID
) -> Annotated[HttpResponseBase, Media("application/octet-stream", "The file.", is_binary=True)]:
    """Return the content of a file in the result of what was sent with a key."""
    return file_answer(request, submission_file(delivery, file_id))


def _captcha_of(form: PublicForm) -> Captcha | None:
    """Signed-in people need no captcha."""
    is_known = form.config.access == "signed_in" or form.draft_of is not None
    service = None if is_known else captcha_service()
    return None if service is None else Captcha.of(service, site_key=settings.CAPTCHA_SITE_KEY)


def _shown(form: PublicForm, *, is_open: bool) -> PublicFormShape:
    return PublicFormShape.of(
        form.config,
        title=form.title,
        text=form.config.text if is_open else None,
        fields=[field.model_dump(mode="json", by_alias=True) for field in form.fields] if is_open else None,
        captcha=_captcha_of(form),
    )


def _submission(delivery: TriggerDelivery) -> SubmissionShape:
    state = submission_state(delivery)
    return SubmissionShape.of(state, output=state.output)
