"""Throttles: how often somebody may call an address, with the rate and the count of each."""

from typing import cast

from django.contrib.auth.models import User
from django.core.cache import caches
from django.core.cache.backends.base import BaseCache
from django.utils.connection import ConnectionProxy
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from tools.api.contract.shapes import read, read_texts
from tools.api.permissions import signed_in
from workflow_editor.api.client_address import client_address
from workflow_editor.api.form_shapes import FormQuery, FormSubmission
from workflow_editor.api.parsing import json_and_files
from workflow_editor.conversations.shares import share_open
from workflow_editor.selectors.outside.forms import PublicForm, draft_form_at, form_at, submission_of, was_sent
from workflow_editor.services.limits.links import visitor_key


class Throttle(SimpleRateThrottle):
    """Counts calls in the cache `throttles`; a subclass names its `scope`, its `rate` and who is counted."""

    cache = cast(BaseCache, ConnectionProxy(caches, "throttles"))

    def counted(self, request: Request, view: APIView) -> str | None:
        """Return whom this call counts for; None for nobody. Only who exists should get an entry."""
        raise NotImplementedError

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        counted = self.counted(request, view)
        return None if counted is None else f"{self.scope}:{counted}"


class CommentThrottle(Throttle):
    scope = "comments"
    rate = "30/min"

    def counted(self, request: Request, view: APIView) -> str | None:
        return str(signed_in(request).pk)


class VisitorThrottle(Throttle):
    """Messages per visitor of a link: nobody uses up the minute of the others."""

    scope = "shared_chat_visitor"
    rate = "30/min"

    def counted(self, request: Request, view: APIView) -> str | None:
        """Return the visitor of the link; a token that opens nothing is answered with 404 and leaves no entry."""
        if request.method == "GET":
            return None
        return visitor_key(share_open(view.kwargs["token"]), client_address(request))


class LinkThrottle(Throttle):
    """Messages per link: its visitors together spend what its giver pays."""

    scope = "shared_chat"
    rate = "300/min"

    def counted(self, request: Request, view: APIView) -> str | None:
        return None if request.method == "GET" else str(share_open(view.kwargs["token"]).pk)


class PasswordThrottle(Throttle):
    scope = "form_password"
    rate = "10/min"

    def counted(self, request: Request, view: APIView) -> str | None:
        """Return the visitor, where there is a password to try."""
        form = _form(request, view)
        is_tried = form.config.access == "password" and form.draft_of is None
        return visitor_key(form.trigger, client_address(request)) if is_tried else None


class SubmissionThrottle(Throttle):
    """New submissions per visitor and hour: as many as the form says."""

    scope = "form_submissions"
    # Each form has a number of its own.
    rate = "30/hour"

    def counted(self, request: Request, view: APIView) -> str | None:
        """Return the visitor; what was sent before is nothing new."""
        form = _form(request, view)
        if form.draft_of is not None:
            return None
        self.num_requests = form.config.per_hour
        if was_sent(form.trigger, read(FormSubmission, json_and_files(request)[0]).key):
            return None
        return visitor_key(form.trigger, client_address(request))


class StepThrottle(Throttle):
    scope = "form_steps"
    rate = "60/min"

    def counted(self, request: Request, view: APIView) -> str | None:
        """Return the visitor; a key that opens nothing leaves no entry."""
        if request.method == "GET":
            return None
        delivery = submission_of(view.kwargs["token"], view.kwargs["key"])
        return visitor_key(delivery.trigger, client_address(request))


def asked_form(person: User | None, token: str, query: FormQuery) -> PublicForm:
    return draft_form_at(person, token) if query.draft else form_at(token)


def _form(request: Request, view: APIView) -> PublicForm:
    return asked_form(person_of(request), view.kwargs["token"], read_texts(FormQuery, request.query_params))


def person_of(request: Request) -> User | None:
    return request.user if isinstance(request.user, User) else None
