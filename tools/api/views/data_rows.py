"""Rows of tables, for the grid and for programs."""

from typing import Any
from uuid import UUID

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from pydantic import BaseModel, ConfigDict, TypeAdapter
from rest_framework import status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools.api.permissions import signed_in
from tools.api.requests import body_of
from tools.api.serializers.data_tables import (
    RowChangesSerializer,
    RowCountSerializer,
    RowFileSerializer,
    RowIdsSerializer,
    RowPageQuerySerializer,
    RowPageSerializer,
    RowQuerySerializer,
    RowsSerializer,
)
from tools.api.views.data_tables import TAGS
from tools.core.table_port import Operator, RowCondition, RowQuery
from tools.selectors.data_rows import data_page
from tools.selectors.data_tables import data_table_get, data_table_read
from tools.services.data_rows import (
    data_rows_csv,
    data_rows_delete,
    data_rows_import,
    data_rows_insert,
    data_rows_update,
)


class _Condition(BaseModel):
    model_config = ConfigDict(extra="forbid")

    column: str
    operator: Operator = "equals"
    value: Any = None


_CONDITIONS = TypeAdapter(list[_Condition])


class DataRowList(APIView):
    """Rows of a table."""

    @extend_schema(
        operation_id="tables_rows_list", parameters=[RowPageQuerySerializer], responses=RowPageSerializer, tags=TAGS
    )
    def get(self, request: Request, table_id: UUID) -> Response:
        """Return a page of the rows that fit."""
        table = data_table_read(user=signed_in(request), table_id=table_id)
        return Response(data_page(table, _query(request, RowPageQuerySerializer)))

    @extend_schema(
        operation_id="tables_rows_create", request=RowsSerializer, responses={201: RowsSerializer}, tags=TAGS
    )
    def post(self, request: Request, table_id: UUID) -> Response:
        """Add rows, all or none; cells by the key or the name of their column."""
        table = data_table_get(user=signed_in(request), table_id=table_id)
        given = body_of(request, RowsSerializer)
        return Response(
            {"rows": data_rows_insert(table_id=table.pk, rows=given["rows"])}, status=status.HTTP_201_CREATED
        )

    @extend_schema(operation_id="tables_rows_update", request=RowChangesSerializer, responses=RowsSerializer, tags=TAGS)
    def patch(self, request: Request, table_id: UUID) -> Response:
        """Change cells of rows, all or none."""
        table = data_table_get(user=signed_in(request), table_id=table_id)
        changes = {row["id"]: row["cells"] for row in body_of(request, RowChangesSerializer)["rows"]}
        return Response({"rows": data_rows_update(table_id=table.pk, changes=changes)})


class DataRowDeletion(APIView):
    """Deletes rows."""

    @extend_schema(operation_id="tables_rows_delete", request=RowIdsSerializer, responses=RowCountSerializer, tags=TAGS)
    def post(self, request: Request, table_id: UUID) -> Response:
        """Delete rows and return how many there were."""
        table = data_table_get(user=signed_in(request), table_id=table_id)
        ids = body_of(request, RowIdsSerializer)["ids"]
        return Response({"count": data_rows_delete(table_id=table.pk, ids=ids)})


class DataRowFile(APIView):
    """A table as a CSV file."""

    parser_classes = (MultiPartParser,)

    @extend_schema(
        operation_id="tables_rows_export",
        parameters=[RowQuerySerializer],
        responses={(200, "text/csv"): OpenApiResponse(OpenApiTypes.STR, "CSV in UTF-8.")},
        tags=TAGS,
    )
    def get(self, request: Request, table_id: UUID) -> StreamingHttpResponse:
        """Download the rows that fit."""
        table = data_table_read(user=signed_in(request), table_id=table_id)
        lines = data_rows_csv(table, _query(request, RowQuerySerializer))
        response = StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8")
        response["Content-Disposition"] = 'attachment; filename="table.csv"'
        return response

    @extend_schema(
        operation_id="tables_rows_import", request=RowFileSerializer, responses=RowCountSerializer, tags=TAGS
    )
    def post(self, request: Request, table_id: UUID) -> Response:
        """Add the rows of a CSV file, all or none, and return how many there are."""
        user = signed_in(request)
        table = data_table_get(user=user, table_id=table_id)
        upload = body_of(request, RowFileSerializer)["file"]
        return Response({"count": data_rows_import(table_id=table.pk, user=user, upload=upload)})


def _query(request: Request, form: type[RowQuerySerializer]) -> RowQuery:
    serializer = form(data=request.query_params)
    serializer.is_valid(raise_exception=True)
    asked = dict(serializer.validated_data)
    conditions = _CONDITIONS.validate_json(asked.pop("where") or "[]")
    return RowQuery([RowCondition(one.column, one.operator, one.value) for one in conditions], **asked)
