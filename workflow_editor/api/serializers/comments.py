"""Comments, their threads, and the inbox."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from workflow_editor.api.texts import localized
from workflow_editor.errors import failure_text
from workflow_editor.graph.document import MAX_KEY
from workflow_editor.models import Comment, InboxItem
from workflow_editor.services.comments import MAX_LENGTH, MAX_MENTIONS


class CommenterSerializer(serializers.Serializer[Any]):
    """Somebody who may be mentioned."""

    username = serializers.CharField()
    name = serializers.SerializerMethodField()

    def get_name(self, user: Any) -> str:
        return str(user.get_full_name() or user.username)


class AuthorSerializer(serializers.Serializer[Any]):
    """Author of a comment; `username` is empty when the account was deleted."""

    username = serializers.CharField(allow_blank=True)
    name = serializers.CharField()
    is_member = serializers.BooleanField(help_text="False for somebody who no longer sees the workflow.")


class CommentSerializer(serializers.Serializer[Any]):
    """A comment in Markdown; `mentions` lists the `@username`s in it."""

    id = serializers.UUIDField()
    node_key = serializers.CharField(source="thread.node_key", allow_blank=True)
    author = serializers.SerializerMethodField()
    text = serializers.CharField()
    mentions = CommenterSerializer(many=True)
    created_at = serializers.DateTimeField()
    edited_at = serializers.DateTimeField(allow_null=True)

    @extend_schema_field(AuthorSerializer)
    def get_author(self, comment: Any) -> Any:
        author = comment.author
        username = author.username if author else ""
        name = (author.get_full_name() if author else "") or comment.author_name
        return {"username": username, "name": name, "is_member": comment.is_by_member}


class CommentTextSerializer(serializers.Serializer[Any]):
    """Text of a comment."""

    text = serializers.CharField(max_length=MAX_LENGTH)
    mentions = serializers.ListField(
        child=serializers.CharField(max_length=150),
        max_length=MAX_MENTIONS,
        default=list,
        help_text="User names of people who may see the workflow.",
    )


class CommentCreateSerializer(CommentTextSerializer):
    """A new comment on a node, or with an empty key on the whole workflow."""

    node_key = serializers.CharField(max_length=MAX_KEY, allow_blank=True, default="")


class CommentsQuerySerializer(serializers.Serializer[Any]):
    node_key = serializers.CharField(required=False, allow_blank=True, default="", max_length=MAX_KEY)


class CommentThreadSerializer(serializers.Serializer[Any]):
    """The comments on one node; with an empty key, on the whole workflow."""

    id = serializers.UUIDField()
    node_key = serializers.CharField(allow_blank=True)
    node_name = serializers.CharField(source="title", allow_blank=True)
    node_exists = serializers.BooleanField()
    comment_count = serializers.IntegerField()
    last_comment_at = serializers.DateTimeField()
    resolved_at = serializers.DateTimeField(allow_null=True)


class CommentThreadPatchSerializer(serializers.Serializer[Any]):
    resolved = serializers.BooleanField()


class PeopleQuerySerializer(serializers.Serializer[Any]):
    search = serializers.CharField(required=False, allow_blank=True, default="", max_length=150)


class InboxWorkflowSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField()


class InboxItemSerializer(serializers.Serializer[Any]):
    """A comment that somebody should read, or a trigger of theirs that was paused.

    About a trigger, `author` is empty and `text` is the reason; names are those at the time of the pause.
    """

    id = serializers.UUIDField()
    kind = serializers.ChoiceField(InboxItem.Kind.choices)
    is_read = serializers.BooleanField()
    workflow = InboxWorkflowSerializer()
    node_key = serializers.CharField(allow_blank=True)
    node_name = serializers.CharField(allow_blank=True)
    author = serializers.CharField(allow_blank=True)
    text = serializers.CharField()
    created_at = serializers.DateTimeField()

    def to_representation(self, item: InboxItem) -> Any:
        about = _comment_shown(item.comment) if item.comment else _pause_shown(item)
        return super().to_representation(
            {"id": item.pk, "kind": item.kind, "is_read": item.read_at is not None, **about}
        )


def _comment_shown(comment: Comment) -> dict[str, Any]:
    thread, author = comment.thread, comment.author
    return {
        "workflow": thread.workflow,
        "node_key": thread.node_key,
        "node_name": thread.node_name,
        "author": (author.get_full_name() if author else "") or comment.author_name,
        "text": comment.text,
        "created_at": comment.created_at,
    }


def _pause_shown(item: InboxItem) -> dict[str, Any]:
    trigger, notice = item.trigger, item.notice or {}
    assert trigger is not None  # noqa: S101  `inbox_item_subject`
    return {
        "workflow": {"id": trigger.workflow_id, "name": notice["workflow"]},
        "node_key": trigger.node_key,
        "node_name": notice["node"],
        "author": "",
        "text": localized(failure_text(notice["reason"])),
        "created_at": notice["at"],
    }


class InboxQuerySerializer(serializers.Serializer[Any]):
    unread = serializers.BooleanField(required=False, default=False)


class InboxPatchSerializer(serializers.Serializer[Any]):
    is_read = serializers.BooleanField()
