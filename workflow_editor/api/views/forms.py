"""/api/forms/<token>/: public forms, open to everybody who knows the address and is admitted."""

from uuid import UUID

from django.conf import settings
from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools.api.files import file_answer
from tools.api.requests import checked
from tools.core.definitions import JsonObject
from tools.core.text import Text
from workflow_editor.adapters.node.captcha import captcha_passed, captcha_service
from workflow_editor.api.authentication import CookieAuthentication
from workflow_editor.api.limits.throttles import (
    PasswordThrottle,
    StepThrottle,
    SubmissionThrottle,
    form_of_request,
    person_of,
)
from workflow_editor.api.parsing import JsonParser, JsonWithFilesParser, json_and_files
from workflow_editor.api.requests import body_of
from workflow_editor.api.serializers.forms import (
    FormPasswordSerializer,
    FormQuerySerializer,
    FormStepAnswerSerializer,
    FormStepAnswerWithFilesSerializer,
    FormSubmissionSerializer,
    FormSubmissionWithFilesSerializer,
    PublicFormSerializer,
    SubmissionSerializer,
)
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


class _OpenView(APIView):
    """Open to anonymous and signed-in visitors."""

    authentication_classes = (CookieAuthentication,)
    permission_classes = (AllowAny,)


class PublicFormView(_OpenView):
    @extend_schema(operation_id="form_get", parameters=[FormQuerySerializer], responses=PublicFormSerializer, auth=[])
    def get(self, request: Request, token: str) -> Response:
        """Return the form; what it asks only to who may fill it in."""
        form = form_of_request(request, token)
        admits = form.config.access == "anyone" or form.draft_of is not None
        is_open = admits or (form.config.access == "signed_in" and person_of(request) is not None)
        return _form_answer(form, is_open=is_open)


class FormPasswordView(_OpenView):
    throttle_classes = (PasswordThrottle,)

    @extend_schema(operation_id="form_open", request=FormPasswordSerializer, responses=PublicFormSerializer, auth=[])
    def post(self, request: Request, token: str) -> Response:
        """Return the form to who knows its password."""
        form = form_at(token)
        form.admit(person_of(request), body_of(request, FormPasswordSerializer)["password"])
        return _form_answer(form, is_open=True)


class FormSubmissionsView(_OpenView):
    throttle_classes = (PasswordThrottle, SubmissionThrottle)
    parser_classes = (JsonParser, JsonWithFilesParser)

    @extend_schema(
        operation_id="form_submit",
        parameters=[FormQuerySerializer],
        request={
            "application/json": FormSubmissionSerializer,
            "multipart/form-data": FormSubmissionWithFilesSerializer,
        },
        responses={201: SubmissionSerializer},
        auth=[],
    )
    def post(self, request: Request, token: str) -> Response:
        """Send what was filled in, with files as parts by the names of fields; a key that was used starts nothing."""
        form = form_of_request(request, token)
        body, files = json_and_files(request)
        given = checked(FormSubmissionSerializer, body, strict=True)
        person = person_of(request)
        form.admit(person, given["password"])
        # An answer holds once; whoever sends the same again has been asked before.
        if _captcha_of(form) and not was_sent(form.trigger, given["key"]):
            host = request.get_host().rpartition(":")[0] or request.get_host()
            if not captcha_passed(given["captcha"], host=host):
                raise ForbiddenError(_NO_PERSON, code="form_captcha")
        delivery = form_submit(
            form,
            key=given["key"],
            values=given["values"],
            files=files,
            person=person,
            from_program=given["website"] != "",
        )
        return _submission_answer(delivery, status=201)


class FormSubmissionView(_OpenView):
    throttle_classes = (StepThrottle,)
    parser_classes = (JsonParser, JsonWithFilesParser)

    @extend_schema(operation_id="form_submission_get", responses=SubmissionSerializer, auth=[])
    def get(self, request: Request, token: str, key: str) -> Response:
        """Return what became of what was sent with a key; ask again while it runs."""
        return _submission_answer(submission_of(token, key))

    @extend_schema(
        operation_id="form_step_answer",
        request={
            "application/json": FormStepAnswerSerializer,
            "multipart/form-data": FormStepAnswerWithFilesSerializer,
        },
        responses=SubmissionSerializer,
        auth=[],
    )
    def post(self, request: Request, token: str, key: str) -> Response:
        """Fill in a form in the middle of the run; 409 `already_answered`, `wait_expired` or `wait_cancelled`."""
        delivery = submission_of(token, key)
        body, files = json_and_files(request)
        submission_answer(delivery, **checked(FormStepAnswerSerializer, body, strict=True), files=files)
        return _submission_answer(delivery)


class SubmissionResultFileView(_OpenView):
    @extend_schema(
        operation_id="form_submission_file",
        responses={(200, "application/octet-stream"): OpenApiResponse(OpenApiTypes.BINARY, "The file.")},
        auth=[],
    )
    def get(self, request: Request, token: str, key: str, file_id: UUID) -> HttpResponseBase:
        """Return the content of a file in the result of what was sent with a key."""
        return file_answer(request, submission_file(submission_of(token, key), file_id))


def _captcha_of(form: PublicForm) -> JsonObject | None:
    """Signed-in people need no captcha."""
    is_known = form.config.access == "signed_in" or form.draft_of is not None
    service = None if is_known else captcha_service()
    if service is None:
        return None
    return {"script": service.script, "global_name": service.global_name, "site_key": settings.CAPTCHA_SITE_KEY}


def _form_answer(form: PublicForm, *, is_open: bool) -> Response:
    config = form.config
    fields = [field.model_dump(mode="json", by_alias=True) for field in form.fields]
    body = {
        "title": form.title,
        "text": config.text if is_open else None,
        "button": config.button,
        "accent": config.accent,
        "access": config.access,
        "fields": fields if is_open else None,
        "captcha": _captcha_of(form),
    }
    return Response(PublicFormSerializer(body).data)


def _submission_answer(delivery: TriggerDelivery, *, status: int = 200) -> Response:
    return Response(SubmissionSerializer(submission_state(delivery)).data, status=status)
