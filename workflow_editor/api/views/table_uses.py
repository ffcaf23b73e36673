"""Where a table is used."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools.selectors.data_tables import TABLES
from workflow_editor.api.requests import user_of
from workflow_editor.api.serializers.uses import TableUsesSerializer
from workflow_editor.selectors.uses import uses_of_thing


class TableUsesView(APIView):
    @extend_schema(operation_id="tables_uses", responses=TableUsesSerializer, tags=["tables"])
    def get(self, request: Request, table_id: UUID) -> Response:
        """List what would miss a table, as far as one may see it."""
        user = user_of(request)
        table = TABLES.get("read", user, table_id)
        return Response(TableUsesSerializer(uses_of_thing(user=user, kind="table", id_=table.pk)).data)
