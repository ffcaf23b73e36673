"""Preferences of the asking person; also part of the session."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from workflow_editor.api.requests import body_of, user_of
from workflow_editor.api.serializers.session import PreferencesPatchSerializer, PreferencesSerializer
from workflow_editor.selectors.people.accounts import preferences_of
from workflow_editor.services.preferences import preferences_update


class PreferencesView(APIView):
    @extend_schema(
        operation_id="preferences_update", request=PreferencesPatchSerializer, responses=PreferencesSerializer
    )
    def patch(self, request: Request) -> Response:
        """Change some of one's preferences."""
        user = user_of(request)
        preferences_update(user, **body_of(request, PreferencesPatchSerializer))
        return Response(PreferencesSerializer(preferences_of(user)).data)
