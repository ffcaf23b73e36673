"""/bots/<token>/: the addresses of bots, open to the chat services that prove who they are."""

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.views import APIView

from workflow_editor.conversations.bots import bot_receive
from workflow_editor.triggers.webhooks.sender import WebhookRequest


class BotView(APIView):
    """Some services ask by GET whether the address is ours."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = ()

    @extend_schema(exclude=True)
    def take(self, request: Request, token: str) -> HttpResponse:
        """Store what somebody wrote, and take it at once: services wait for seconds only."""
        received_at = timezone.now()
        # Before anything parses them: proofs are over the bytes.
        body = request._request.body
        headers = {name.lower(): value for name, value in request.headers.items()}
        query = {name: str(value) for name, value in request.query_params.items()}
        answer = bot_receive(token, WebhookRequest(str(request.method), headers, query, body, received_at))
        return HttpResponse(answer.body, status=answer.status, content_type=answer.content_type)

    get = post = take
