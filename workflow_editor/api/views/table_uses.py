"""Uses of a table."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools.selectors.data_tables import data_table_read
from workflow_editor.api.requests import user_of
from workflow_editor.api.serializers.uses import TableUsesSerializer
from workflow_editor.selectors.table_uses import table_uses


class TableUsesView(APIView):
    @extend_schema(operation_id="tables_uses", responses=TableUsesSerializer, tags=["tables"])
    def get(self, request: Request, table_id: UUID) -> Response:
        """List what would miss a table, as far as one may see it."""
        user = user_of(request)
        table = data_table_read(user=user, table_id=table_id)
        return Response(TableUsesSerializer(table_uses(user=user, table_id=table.pk)).data)
