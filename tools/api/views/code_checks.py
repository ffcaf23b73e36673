"""Code that is being written."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools.api.permissions import signed_in
from tools.api.requests import body_of
from tools.api.serializers.code import CodeCheckReportSerializer, CodeCheckSerializer
from tools.executors.custom.settings import GRANTED_TOOL, FunctionRow
from tools.services.code_reviews import code_findings, lost_grants


class CodeCheck(APIView):
    """Checks code without running or storing it."""

    @extend_schema(
        operation_id="code_check", request=CodeCheckSerializer, responses=CodeCheckReportSerializer, tags=["tools"]
    )
    def post(self, request: Request) -> Response:
        """Return problems of sandbox code by line, and granted tools that do not exist. Unfinished form rows are
        ignored.
        """
        given = body_of(request, CodeCheckSerializer)
        inputs = [row for row in given["inputs"] if row["name"]]
        granted = {
            place: FunctionRow.model_construct(**row) for place, row in enumerate(given["functions"]) if row["tool"]
        }
        user = signed_in(request)
        found = code_findings(
            user=user,
            code=given["code"],
            inputs={
                "properties": {row["name"]: {} if row["type"] == "any" else {"type": row["type"]} for row in inputs},
                "required": [row["name"] for row in inputs if not row["optional"]],
            },
            functions={row.name: row.ref for row in granted.values() if row.name.isidentifier()},
            keeps_variables=given["keeps_variables"],
            language=given["language"],
        )
        reasons = lost_grants(user=user, tools=[row.ref for row in granted.values()])
        lost = [
            {
                "pointer": f"/functions/{place}/tool",
                "code": GRANTED_TOOL,
                "message": reason.to_json(),
            }
            for place, reason in zip(granted, reasons, strict=True)
            if reason is not None
        ]
        return Response({"findings": [finding.to_json() for finding in found], "lost_grants": lost})
