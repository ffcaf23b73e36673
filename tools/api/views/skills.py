"""Skills that people bring in."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools.api.permissions import signed_in
from tools.api.requests import body_of
from tools.api.serializers.shared import JSON_OBJECT
from tools.services.skills import skill_read


class SkillUploadSerializer(serializers.Serializer[object]):
    """A zip of a skill's folder, a SKILL.md, or a skill object as JSON."""

    file = serializers.FileField()


class SkillReading(APIView):
    """Reads a skill without storing it."""

    parser_classes = (MultiPartParser,)

    @extend_schema(
        operation_id="skills_read", request=SkillUploadSerializer, responses={200: JSON_OBJECT}, tags=["tools"]
    )
    def post(self, request: Request) -> Response:
        """Return the skill object, which a tool of type claude-skill takes as its `config.skill`."""
        user = signed_in(request)
        given = body_of(request, SkillUploadSerializer)
        return Response(skill_read(user, given["file"]))
