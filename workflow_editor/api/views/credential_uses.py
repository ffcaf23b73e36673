"""Where a credential is used."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools.selectors.credentials import CREDENTIALS
from workflow_editor.api.requests import user_of
from workflow_editor.api.serializers.uses import CredentialUsesSerializer
from workflow_editor.selectors.uses import uses_of_thing


class CredentialUsesView(APIView):
    @extend_schema(operation_id="credentials_uses", responses=CredentialUsesSerializer, tags=["credentials"])
    def get(self, request: Request, credential_id: UUID) -> Response:
        """Tell what would miss a credential, as far as one may see it."""
        user = user_of(request)
        credential = CREDENTIALS.get("use", user, credential_id)
        return Response(CredentialUsesSerializer(uses_of_thing(user=user, kind="credential", id_=credential.pk)).data)
