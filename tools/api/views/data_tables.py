"""Tables."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools.api.permissions import signed_in
from tools.api.requests import body_of
from tools.api.serializers.data_tables import (
    ColumnsChangeSerializer,
    DataTableChangeSerializer,
    DataTableCreateSerializer,
    DataTableSerializer,
)
from tools.models import DataTable
from tools.selectors.data_tables import data_table_get_for_change, data_table_list, data_table_read
from tools.services.data_tables import (
    data_table_columns_set,
    data_table_create,
    data_table_delete,
    data_table_update,
)

TAGS = ["tables"]


class DataTableList(APIView):
    """One's own tables, and shared ones that one took up."""

    @extend_schema(operation_id="tables_list", responses=DataTableSerializer(many=True), tags=TAGS)
    def get(self, request: Request) -> Response:
        """List one's own tables and the shared ones that one took up, by name."""
        user = signed_in(request)
        return Response(DataTableSerializer(data_table_list(user=user), many=True, context={"user": user}).data)

    @extend_schema(
        operation_id="tables_create",
        request=DataTableCreateSerializer,
        responses={201: DataTableSerializer},
        tags=TAGS,
    )
    def post(self, request: Request) -> Response:
        """Make an empty table."""
        given = body_of(request, DataTableCreateSerializer)
        table = data_table_create(owner=signed_in(request), **given)
        return Response(_shown(table, request), status=status.HTTP_201_CREATED)


class DataTableDetail(APIView):
    """One table."""

    @extend_schema(operation_id="tables_retrieve", responses=DataTableSerializer, tags=TAGS)
    def get(self, request: Request, table_id: UUID) -> Response:
        """Return the table without its rows."""
        return Response(_shown(data_table_read(user=signed_in(request), table_id=table_id), request))

    @extend_schema(
        operation_id="tables_partial_update",
        request=DataTableChangeSerializer,
        responses=DataTableSerializer,
        tags=TAGS,
    )
    def patch(self, request: Request, table_id: UUID) -> Response:
        """Change what is given."""
        table = data_table_get_for_change(user=signed_in(request), table_id=table_id)
        given = body_of(request, DataTableChangeSerializer)
        return Response(_shown(data_table_update(table=table, **given), request))

    @extend_schema(operation_id="tables_destroy", responses={204: None}, tags=TAGS)
    def delete(self, request: Request, table_id: UUID) -> Response:
        """Delete the table with its rows."""
        data_table_delete(table=data_table_get_for_change(user=signed_in(request), table_id=table_id))
        return Response(status=status.HTTP_204_NO_CONTENT)


class DataTableColumns(APIView):
    """Columns of a table."""

    @extend_schema(
        operation_id="tables_columns_update",
        request=ColumnsChangeSerializer,
        responses=DataTableSerializer,
        tags=TAGS,
    )
    def put(self, request: Request, table_id: UUID) -> Response:
        """Replace the columns; a column with a known key is changed, and its cells are converted.

        409 `values_would_be_lost` lists what `accept_loss` would delete.
        """
        table = data_table_get_for_change(user=signed_in(request), table_id=table_id)
        given = body_of(request, ColumnsChangeSerializer)
        return Response(_shown(data_table_columns_set(table_id=table.pk, **given), request))


def _shown(table: DataTable, request: Request) -> Any:
    return DataTableSerializer(table, context={"user": signed_in(request)}).data
