"""Comments on workflows and their nodes; who may see a workflow may comment on it."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from django.contrib.auth.models import User
from pydantic import Field

from tools.api.contract.endpoints import FoundBy, Paged, endpoint
from tools.api.contract.shapes import Query, Shape
from workflow_editor.api.limits.throttles import CommentThrottle
from workflow_editor.api.pagination import HighestIdFirst, ManyPerPage
from workflow_editor.api.requests import origin_of
from workflow_editor.api.rows import ReadWorkflow
from workflow_editor.graph.limits import MAX_KEY
from workflow_editor.models import Comment, CommentThread
from workflow_editor.selectors.people.comments import (
    comment_for,
    comment_list,
    people_matching,
    thread_for,
    thread_list,
)
from workflow_editor.services import comments
from workflow_editor.services.comments import MAX_LENGTH, MAX_MENTIONS

ReadComment = Annotated[Comment, FoundBy(comment_for)]
ReadThread = Annotated[CommentThread, FoundBy(thread_for)]
Origin = Annotated[str, FoundBy(origin_of)]


class Commenter(Shape):
    """Somebody who may be mentioned."""

    username: str
    name: str


class Author(Shape):
    """Author of a comment; `username` is empty when the account was deleted."""

    username: str
    name: str
    is_member: bool
    """False for somebody who no longer sees the workflow."""


class CommentShape(Shape):
    """A comment in Markdown; `mentions` lists the `@username`s in it."""

    id: UUID
    node_key: str
    author: Author
    text: str
    mentions: list[Commenter]
    created_at: datetime
    edited_at: datetime | None


class CommentText(Shape):
    """Text of a comment."""

    text: str = Field(min_length=1, max_length=MAX_LENGTH)
    mentions: list[Annotated[str, Field(min_length=1, max_length=150)]] = Field(
        default_factory=list, max_length=MAX_MENTIONS
    )
    """User names of people who may see the workflow."""


class CommentCreate(CommentText):
    """A new comment on a node, or with an empty key on the whole workflow."""

    node_key: str = Field("", max_length=MAX_KEY)


class CommentsQuery(Query):
    node_key: str = Field("", max_length=MAX_KEY)


class CommentThreadShape(Shape):
    """The comments on one node; with an empty key, on the whole workflow."""

    id: UUID
    node_key: str
    node_name: str
    node_exists: bool
    comment_count: int
    last_comment_at: datetime
    resolved_at: datetime | None


class CommentThreadPatch(Shape):
    resolved: bool


class PeopleQuery(Query):
    search: str = Field("", max_length=150)


@endpoint("GET", "workflows/<uuid:workflow_id>/comments/", operation="comment_list", pages=HighestIdFirst)
def list_comments(workflow: ReadWorkflow, query: CommentsQuery) -> Paged[CommentShape]:
    """List the comments on a node, or without a key on the whole workflow, newest first."""
    return Paged(comment_list(workflow, node_key=query.node_key), _shown)


@endpoint("POST", "workflows/<uuid:workflow_id>/comments/", status=201, throttles=(CommentThrottle,))
def comment_create(user: User, workflow: ReadWorkflow, body: CommentCreate, origin: Origin) -> CommentShape:
    """Comment on a node, or on the whole workflow."""
    comment = comments.comment_create(user, workflow, origin=origin, **body.model_dump())
    return _shown(comment_for(user, comment.pk))


@endpoint("PATCH", "comments/<uuid:comment_id>/", throttles=(CommentThrottle,))
def comment_update(user: User, comment: ReadComment, body: CommentText, origin: Origin) -> CommentShape:
    """Change one's own comment."""
    comments.comment_update(user, comment, origin=origin, **body.model_dump())
    return _shown(comment_for(user, comment.pk))


@endpoint("DELETE", "comments/<uuid:comment_id>/")
def comment_delete(user: User, comment: ReadComment) -> None:
    """Delete one's own comment."""
    comments.comment_delete(user, comment)


@endpoint("GET", "workflows/<uuid:workflow_id>/comment-threads/", pages=ManyPerPage)
def comment_thread_list(workflow: ReadWorkflow) -> Paged[CommentThreadShape]:
    """List the nodes of a workflow that have comments, those of removed nodes included."""
    return Paged(thread_list(workflow), _thread)


@endpoint("PATCH", "comment-threads/<uuid:thread_id>/")
def comment_thread_update(user: User, thread: ReadThread, body: CommentThreadPatch) -> CommentThreadShape:
    """Mark the comments on a node as resolved, or open them again."""
    comments.thread_resolve(user, thread, resolved=body.resolved)
    return _thread(thread)


@endpoint("GET", "workflows/<uuid:workflow_id>/people/")
def workflow_people(workflow: ReadWorkflow, query: PeopleQuery) -> list[Commenter]:
    """List the first 20 people who may see the workflow, and so may be mentioned in it."""
    return [_commenter(user) for user in people_matching(workflow, query.search)]


def _shown(comment: Comment) -> CommentShape:
    author, is_member = comment.author, comment.is_by_member  # type: ignore[attr-defined]  # annotated by the selector
    name = (author.get_full_name() if author else "") or comment.author_name
    return CommentShape.of(
        comment,
        node_key=comment.thread.node_key,
        author=Author.model_construct(username=author.username if author else "", name=name, is_member=is_member),
        mentions=[_commenter(user) for user in comment.mentions.all()],
    )


def _commenter(user: User) -> Commenter:
    return Commenter.of(user, name=user.get_full_name() or user.username)


def _thread(thread: CommentThread) -> CommentThreadShape:
    return CommentThreadShape.of(thread, node_name=thread.title)  # type: ignore[attr-defined]  # annotated by the selector
