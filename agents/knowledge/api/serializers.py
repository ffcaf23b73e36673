"""JSON forms of knowledge bases, their documents, and what a search finds."""

from typing import Any

from django.contrib.auth.models import User
from rest_framework import serializers

from agents.knowledge.models import MAX_NAME, KnowledgeBase, KnowledgeChunk, KnowledgeDocument
from agents.knowledge.selectors import may_change
from agents.knowledge.text.context import Passage
from agents.knowledge.text.file_types import KINDS
from agents.knowledge.text.ranking import MAX_TOP_K, THRESHOLD, TOP_K
from tools.core.text import Text
from tools.forms.local_text import local_text
from tools.forms.name_fields import NameField

MAX_QUERY = 4000


class KnowledgeBaseSerializer(serializers.ModelSerializer[KnowledgeBase]):
    """A knowledge base with its counts."""

    owner = serializers.CharField(source="owner.username", read_only=True)
    may_change = serializers.SerializerMethodField()
    document_count = serializers.IntegerField(read_only=True)
    open_count = serializers.IntegerField(read_only=True, help_text="Documents that are being indexed or wait for it.")
    failed_count = serializers.IntegerField(read_only=True)
    chunk_count = serializers.IntegerField(read_only=True, help_text="Chunks that are searched.")
    total_size = serializers.IntegerField(read_only=True, help_text="Of the files, in bytes.")

    class Meta:
        model = KnowledgeBase
        fields = ["id", "slug", "name", "description", "owner", "shared", "may_change"]
        fields += ["embedding_provider", "embedding_model", "chunk_size", "chunk_overlap"]
        fields += ["document_count", "open_count", "failed_count", "chunk_count", "total_size"]
        fields += ["embedding_tokens", "embedding_cost", "created_at", "updated_at"]
        read_only_fields = fields

    def get_may_change(self, base: KnowledgeBase) -> bool:
        user = self.context["request"].user
        return isinstance(user, User) and may_change(user, base)


class KnowledgeBaseChangeSerializer(serializers.Serializer[Any]):
    """Changeable fields; another embedder or chunking reindexes all documents."""

    name = NameField(max_length=MAX_NAME, required=False)
    description = serializers.CharField(max_length=1000, required=False, allow_blank=True)
    shared = serializers.BooleanField(required=False, help_text="Everybody who is signed in may search it.")
    embedding_provider = serializers.CharField(
        max_length=64, required=False, help_text="`offline`, or the id of a provider of OpenAI's format."
    )
    embedding_model = serializers.CharField(max_length=200, required=False, allow_blank=True)
    chunk_size = serializers.IntegerField(required=False, help_text="In characters.")
    chunk_overlap = serializers.IntegerField(required=False, help_text="In characters, less than half of the size.")


class KnowledgeBaseCreateSerializer(KnowledgeBaseChangeSerializer):
    name = NameField(max_length=MAX_NAME)


class KnowledgeDocumentErrorSerializer(serializers.Serializer[Any]):
    """Reason of a failed indexing and its remedy, in the language of the request."""

    code = serializers.CharField()
    message = serializers.SerializerMethodField()

    def get_message(self, error: dict[str, Any]) -> str:
        return local_text(Text.of(en=error["message"], **error["translations"]))


class KnowledgeDocumentSerializer(serializers.ModelSerializer[KnowledgeDocument]):
    """A document with the progress of its indexing."""

    kind = serializers.ChoiceField(choices=KINDS, read_only=True)
    error = KnowledgeDocumentErrorSerializer(read_only=True, allow_null=True)

    class Meta:
        model = KnowledgeDocument
        fields = ["id", "name", "kind", "size", "status", "chunk_count", "chunks_done", "error"]
        fields += ["created_at", "finished_at"]
        read_only_fields = fields


class KnowledgeUploadSerializer(serializers.Serializer[Any]):
    """A PDF, Word, Excel, HTML, Markdown, CSV or text file of at most 50 MB."""

    file = serializers.FileField(allow_empty_file=True)


class KnowledgeChunkSerializer(serializers.ModelSerializer[KnowledgeChunk]):
    """A piece of a document."""

    page = serializers.IntegerField(source="metadata.page", default=None, allow_null=True, read_only=True)
    sheet = serializers.CharField(source="metadata.sheet", default="", read_only=True)

    class Meta:
        model = KnowledgeChunk
        fields = ["id", "index", "start", "end", "text", "page", "sheet"]
        read_only_fields = fields


class KnowledgeQuestionSerializer(serializers.Serializer[Any]):
    query = serializers.CharField(max_length=MAX_QUERY)
    top_k = serializers.IntegerField(min_value=1, max_value=MAX_TOP_K, default=TOP_K)
    threshold = serializers.FloatField(
        min_value=0, max_value=1, default=THRESHOLD, help_text="Held against the better of similarity and coverage."
    )


class KnowledgePassageSerializer(serializers.Serializer[Passage]):
    """A passage with its scores, each from 0 to 1."""

    chunk_id = serializers.IntegerField()
    document_id = serializers.UUIDField()
    document = serializers.CharField(help_text="Name of the document.")
    index = serializers.IntegerField()
    start = serializers.IntegerField()
    end = serializers.IntegerField()
    page = serializers.IntegerField(source="metadata.page", default=None, allow_null=True)
    sheet = serializers.CharField(source="metadata.sheet", default="")
    text = serializers.CharField()
    score = serializers.FloatField(help_text="The better of the two others: what the threshold is held against.")
    similarity = serializers.FloatField(allow_null=True, help_text="Of the vectors; null when there is none.")
    coverage = serializers.FloatField(help_text="Which part of the question's words stands in the passage.")


class KnowledgeFindingsSerializer(serializers.Serializer[Any]):
    """Findings of each kind of search, best first."""

    hybrid = KnowledgePassageSerializer(many=True)
    vector = KnowledgePassageSerializer(many=True)
    lexical = KnowledgePassageSerializer(many=True)
    duration_ms = serializers.FloatField()


class KnowledgeQueuedSerializer(serializers.Serializer[Any]):
    """Number of queued documents."""

    documents = serializers.IntegerField()
