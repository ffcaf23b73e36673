"""Uses of a credential."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools.selectors.credentials import credential_get
from workflow_editor.api.requests import user_of
from workflow_editor.api.serializers.uses import CredentialUsesSerializer
from workflow_editor.selectors.credential_uses import credential_uses


class CredentialUsesView(APIView):
    @extend_schema(operation_id="credentials_uses", responses=CredentialUsesSerializer, tags=["credentials"])
    def get(self, request: Request, credential_id: UUID) -> Response:
        """Return the visible uses of a credential."""
        user = user_of(request)
        credential = credential_get(user=user, credential_id=credential_id)
        return Response(CredentialUsesSerializer(credential_uses(user=user, credential=credential)).data)
