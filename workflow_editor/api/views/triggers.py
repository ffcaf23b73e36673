"""Triggers: state, secrets, and deliveries."""

from typing import Annotated, Any

from django.contrib.auth.models import User
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools.api.contract.endpoints import FoundBy, endpoint
from tools.api.contract.shapes import Shape
from workflow_editor.api.pagination import HighestIdFirst
from workflow_editor.api.requests import body_of, query_of, user_of
from workflow_editor.api.run_shapes import RunSummary
from workflow_editor.api.serializers.triggers import (
    BackfilledSerializer,
    BackfillSerializer,
    BotServiceSerializer,
    DeliveriesQuerySerializer,
    DeliveryDetailSerializer,
    DeliverySerializer,
    DuePreviewRequestSerializer,
    DuePreviewSerializer,
    PollPreviewSerializer,
    SendRejectedAgainSerializer,
    SentAgainSerializer,
    TriggerPauseSerializer,
    TriggerSecretsSerializer,
    TriggerSerializer,
    WebhookSenderSerializer,
)
from workflow_editor.errors import NotFoundError
from workflow_editor.models import Trigger, TriggerDelivery
from workflow_editor.selectors.access import Access, run_for, workflow_for
from workflow_editor.selectors.outside.triggers import (
    delivery_for,
    next_times,
    reply_of,
    trigger_for,
    trigger_list,
    trigger_list_for_user,
)
from workflow_editor.services.bot_replies import bot_reply_again
from workflow_editor.services.triggers.control import (
    schedule_backfill,
    schedule_start_now,
    trigger_change_address,
    trigger_pause,
    trigger_resume,
    trigger_set_secrets,
)
from workflow_editor.services.triggers.deliver import deliver_again, deliver_rejected_again
from workflow_editor.services.triggers.poll_preview import poll_preview
from workflow_editor.services.triggers.publish import trigger_prepare
from workflow_editor.services.triggers.receive import webhook_listen
from workflow_editor.triggers.registry import BOTS, SENDERS

EditedDelivery = Annotated[TriggerDelivery, FoundBy(delivery_for, access=Access.EDIT)]


def _answer(request: Request, trigger: Trigger) -> Response:
    return Response(TriggerSerializer(trigger, context={"request": request}).data)


@extend_schema_view(get=extend_schema(operation_id="trigger_list"))
class TriggersView(generics.ListAPIView[Trigger]):
    """The published triggers of all workflows that the person who asks sees."""

    serializer_class = TriggerSerializer
    pagination_class = HighestIdFirst

    def get_queryset(self) -> Any:
        return trigger_list_for_user(user_of(self.request))


class WorkflowTriggersView(APIView):
    @extend_schema(operation_id="workflow_trigger_list", responses=TriggerSerializer(many=True))
    def get(self, request: Request, workflow_id: Any) -> Response:
        """Return the triggers of a workflow that have an address or were published."""
        rows = trigger_list(workflow_for(user_of(request), workflow_id))
        return Response(TriggerSerializer(rows, many=True, context={"request": request}).data)


class TriggerView(APIView):
    @extend_schema(operation_id="trigger_get", responses=TriggerSerializer)
    def get(self, request: Request, workflow_id: Any, node_key: str) -> Response:
        """Return the state of a trigger node."""
        return _answer(request, trigger_for(user_of(request), workflow_id, node_key))

    @extend_schema(operation_id="trigger_prepare", request=TriggerSecretsSerializer, responses=TriggerSerializer)
    def put(self, request: Request, workflow_id: Any, node_key: str) -> Response:
        """Give a trigger node its address, which stays, and store secrets."""
        workflow = workflow_for(user_of(request), workflow_id, Access.EDIT)
        given = body_of(request, TriggerSecretsSerializer)
        trigger = trigger_prepare(workflow, node_key)
        return _answer(request, trigger_set_secrets(trigger, given["secrets"]) if given["secrets"] else trigger)


class TriggerAddressView(APIView):
    @extend_schema(operation_id="trigger_change_address", request=None, responses=TriggerSerializer)
    def post(self, request: Request, workflow_id: Any, node_key: str) -> Response:
        """Give a trigger another address; nothing listens at the old one from then on."""
        trigger = trigger_for(user_of(request), workflow_id, node_key, Access.EDIT)
        return _answer(request, trigger_change_address(trigger))


class TriggerListenView(APIView):
    @extend_schema(operation_id="trigger_listen", request=None, responses=TriggerSerializer)
    def post(self, request: Request, workflow_id: Any, node_key: str) -> Response:
        """Keep what comes to a webhook in the next two minutes as an example, while it is not live."""
        trigger = trigger_for(user_of(request), workflow_id, node_key, Access.EDIT)
        return _answer(request, webhook_listen(trigger))


class TriggerLookView(APIView):
    @extend_schema(operation_id="trigger_look", request=None, responses=PollPreviewSerializer)
    def post(self, request: Request, workflow_id: Any, node_key: str) -> Response:
        """Return what a poll would find now, with the rights of who asks; nothing is started."""
        user = user_of(request)
        workflow = workflow_for(user, workflow_id, Access.EDIT)
        return Response(PollPreviewSerializer(poll_preview(workflow, node_key, user)).data)


class TriggerPauseView(APIView):
    @extend_schema(operation_id="trigger_pause", request=TriggerPauseSerializer, responses=TriggerSerializer)
    def post(self, request: Request, workflow_id: Any, node_key: str) -> Response:
        """Start nothing any more until it is resumed."""
        trigger = trigger_for(user_of(request), workflow_id, node_key, Access.EDIT)
        return _answer(request, trigger_pause(trigger, **body_of(request, TriggerPauseSerializer)))


class TriggerResumeView(APIView):
    @extend_schema(operation_id="trigger_resume", request=None, responses=TriggerSerializer)
    def post(self, request: Request, workflow_id: Any, node_key: str) -> Response:
        """Resume after a pause; missed due times are skipped.

        If its publisher may no longer run the workflow, it continues in the asking person's name.
        """
        user = user_of(request)
        return _answer(request, trigger_resume(trigger_for(user, workflow_id, node_key, Access.EDIT), user))


class TriggerStartView(APIView):
    @extend_schema(operation_id="trigger_start_now", request=None, responses={201: DeliverySerializer})
    def post(self, request: Request, workflow_id: Any, node_key: str) -> Response:
        """Start a run as if the schedule were due now."""
        trigger = trigger_for(user_of(request), workflow_id, node_key, Access.EDIT)
        return Response(DeliverySerializer(schedule_start_now(trigger).delivery).data, status=201)


class TriggerBackfillView(APIView):
    @extend_schema(operation_id="trigger_backfill", request=BackfillSerializer, responses=BackfilledSerializer)
    def post(self, request: Request, workflow_id: Any, node_key: str) -> Response:
        """Start what would have been due in a span, one run after the other."""
        trigger = trigger_for(user_of(request), workflow_id, node_key, Access.EDIT)
        count = schedule_backfill(trigger, **body_of(request, BackfillSerializer))
        return Response(BackfilledSerializer({"count": count}).data)


@extend_schema_view(get=extend_schema(operation_id="delivery_list", parameters=[DeliveriesQuerySerializer]))
class DeliveriesView(generics.ListAPIView[TriggerDelivery]):
    """Deliveries of a trigger, newest first."""

    serializer_class = DeliverySerializer
    pagination_class = HighestIdFirst

    def get_queryset(self) -> Any:
        trigger = trigger_for(user_of(self.request), self.kwargs["workflow_id"], self.kwargs["node_key"])
        return trigger.deliveries.filter(**query_of(self.request, DeliveriesQuerySerializer))


class RejectedAgainView(APIView):
    @extend_schema(
        operation_id="delivery_send_rejected_again", request=SendRejectedAgainSerializer, responses=SentAgainSerializer
    )
    def post(self, request: Request, workflow_id: Any, node_key: str) -> Response:
        """Start runs of a trigger's oldest 100 rejected deliveries; continue after `last`, if any."""
        user = user_of(request)
        trigger = trigger_for(user, workflow_id, node_key, Access.EDIT)
        given = body_of(request, SendRejectedAgainSerializer)
        return Response(SentAgainSerializer(deliver_rejected_again(trigger, user, **given)).data)


class DeliveryView(APIView):
    @extend_schema(operation_id="delivery_get", responses=DeliveryDetailSerializer)
    def get(self, request: Request, delivery_id: Any) -> Response:
        """Return everything that arrived."""
        return Response(DeliveryDetailSerializer(delivery_for(user_of(request), delivery_id)).data)


class DeliverAgain(Shape):
    """`draft` runs the graph as it is now, else the published version."""

    draft: bool = False


@endpoint("POST", "deliveries/<uuid:delivery_id>/runs/", status=201)
def delivery_send_again(user: User, delivery: EditedDelivery, body: DeliverAgain) -> RunSummary:
    """Start a further run with what arrived."""
    run = deliver_again(delivery, user, **body.model_dump())
    return RunSummary.of_run(run_for(user, run.pk))


class DeliveryReplyView(APIView):
    @extend_schema(operation_id="delivery_reply_again", request=None, responses=DeliverySerializer)
    def post(self, request: Request, delivery_id: Any) -> Response:
        """Send the answer of a bot that did not arrive; what arrived of it is not sent again."""
        delivery = delivery_for(user_of(request), delivery_id, Access.EDIT)
        reply = reply_of(delivery)
        if reply is None:
            raise NotFoundError("There is no answer to send.")
        bot_reply_again(reply)
        return Response(DeliverySerializer(delivery).data)


class DuePreviewView(APIView):
    @extend_schema(
        operation_id="trigger_due_preview", request=DuePreviewRequestSerializer, responses=DuePreviewSerializer
    )
    def post(self, request: Request) -> Response:
        """Return when settings would be due next."""
        given = body_of(request, DuePreviewRequestSerializer)
        times = next_times(given["type"], given["config"], spread_by="")
        return Response({"times": [one.isoformat() for one in times]})


class BotServicesView(APIView):
    @extend_schema(operation_id="bot_service_list", responses=BotServiceSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Return the chat services that a bot can be in."""
        return Response(BotServiceSerializer(list(BOTS.values()), many=True).data)


class WebhookSendersView(APIView):
    @extend_schema(operation_id="webhook_sender_list", responses=WebhookSenderSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Return the ways in which senders of webhooks prove themselves."""
        return Response(WebhookSenderSerializer(list(SENDERS.values()), many=True).data)
