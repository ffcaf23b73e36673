"""Code that is being written."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools import services
from tools.api.permissions import signed_in
from tools.api.serializers.code import CodeCheckReportSerializer, CodeCheckSerializer
from tools.executors.custom_settings import FunctionRow


class CodeCheck(APIView):
    """Looks through code without running or storing it."""

    @extend_schema(
        operation_id="code_check", request=CodeCheckSerializer, responses=CodeCheckReportSerializer, tags=["tools"]
    )
    def post(self, request: Request) -> Response:
        """Return what is wrong with Python for the sandbox, by line; an unfinished row of a form counts for nothing."""
        form = CodeCheckSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        given = form.validated_data
        inputs = [row for row in given["inputs"] if row["name"]]
        found = services.code_findings(
            user=signed_in(request),
            code=given["code"],
            inputs={
                "properties": {row["name"]: {} if row["type"] == "any" else {"type": row["type"]} for row in inputs},
                "required": [row["name"] for row in inputs if not row["optional"]],
            },
            functions={
                row["name"]: FunctionRow.model_construct(**row).ref
                for row in given["functions"]
                if row["name"].isidentifier() and row["tool"]
            },
            keeps_variables=given["keeps_variables"],
        )
        return Response({"findings": [finding.to_json() for finding in found]})
