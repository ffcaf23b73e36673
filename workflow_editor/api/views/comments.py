"""Comments on workflows and their nodes; who may see a workflow may comment on it."""

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from workflow_editor.api.limits.throttles import CommentThrottle
from workflow_editor.api.pagination import HighestIdFirst, ManyPerPage
from workflow_editor.api.requests import body_of, origin_of, query_of, user_of
from workflow_editor.api.serializers.comments import (
    CommentCreateSerializer,
    CommenterSerializer,
    CommentSerializer,
    CommentsQuerySerializer,
    CommentTextSerializer,
    CommentThreadPatchSerializer,
    CommentThreadSerializer,
    PeopleQuerySerializer,
)
from workflow_editor.models import Comment, CommentThread
from workflow_editor.selectors.access import workflow_for
from workflow_editor.selectors.people.comments import (
    comment_for,
    comment_list,
    people_matching,
    thread_for,
    thread_list,
)
from workflow_editor.services.comments import comment_create, comment_delete, comment_update, thread_resolve


@extend_schema_view(get=extend_schema(operation_id="comment_list", parameters=[CommentsQuerySerializer]))
class CommentsView(generics.ListAPIView[Comment]):
    """The comments on a node, or without a key on the whole workflow, newest first."""

    serializer_class = CommentSerializer
    pagination_class = HighestIdFirst
    throttle_classes = (CommentThrottle,)

    def get_queryset(self) -> Any:
        workflow = workflow_for(user_of(self.request), self.kwargs["workflow_id"])
        return comment_list(workflow, **query_of(self.request, CommentsQuerySerializer))

    @extend_schema(operation_id="comment_create", request=CommentCreateSerializer, responses={201: CommentSerializer})
    def post(self, request: Request, workflow_id: Any) -> Response:
        """Comment on a node, or on the whole workflow."""
        user = user_of(request)
        workflow = workflow_for(user, workflow_id)
        comment = comment_create(user, workflow, origin=origin_of(request), **body_of(request, CommentCreateSerializer))
        return Response(CommentSerializer(comment_for(user, comment.pk)).data, status=201)


class CommentView(APIView):
    throttle_classes = (CommentThrottle,)

    @extend_schema(operation_id="comment_update", request=CommentTextSerializer, responses=CommentSerializer)
    def patch(self, request: Request, comment_id: Any) -> Response:
        """Change one's own comment."""
        user = user_of(request)
        comment = comment_for(user, comment_id)
        comment_update(user, comment, origin=origin_of(request), **body_of(request, CommentTextSerializer))
        return Response(CommentSerializer(comment_for(user, comment_id)).data)

    @extend_schema(operation_id="comment_delete", responses={204: None})
    def delete(self, request: Request, comment_id: Any) -> Response:
        """Delete one's own comment."""
        user = user_of(request)
        comment_delete(user, comment_for(user, comment_id))
        return Response(status=204)


@extend_schema_view(get=extend_schema(operation_id="comment_thread_list"))
class CommentThreadsView(generics.ListAPIView[CommentThread]):
    """The nodes of a workflow that have comments, those of removed nodes included."""

    serializer_class = CommentThreadSerializer
    pagination_class = ManyPerPage

    def get_queryset(self) -> Any:
        return thread_list(workflow_for(user_of(self.request), self.kwargs["workflow_id"]))


class CommentThreadView(APIView):
    @extend_schema(
        operation_id="comment_thread_update", request=CommentThreadPatchSerializer, responses=CommentThreadSerializer
    )
    def patch(self, request: Request, thread_id: Any) -> Response:
        """Mark the comments on a node as resolved, or open them again."""
        user = user_of(request)
        thread = thread_for(user, thread_id)
        thread_resolve(user, thread, **body_of(request, CommentThreadPatchSerializer))
        return Response(CommentThreadSerializer(thread).data)


class WorkflowPeopleView(APIView):
    @extend_schema(
        operation_id="workflow_people", parameters=[PeopleQuerySerializer], responses=CommenterSerializer(many=True)
    )
    def get(self, request: Request, workflow_id: Any) -> Response:
        """List the first 20 people who may see the workflow, and so may be mentioned in it."""
        workflow = workflow_for(user_of(request), workflow_id)
        people = people_matching(workflow, **query_of(request, PeopleQuerySerializer))
        return Response(CommenterSerializer(people, many=True).data)
