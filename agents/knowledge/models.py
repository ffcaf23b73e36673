"""Knowledge bases: documents, cut into chunks that can be found by their words and by their vectors."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from agents.knowledge.text.chunking import CHUNK_OVERLAP, CHUNK_SIZE
from tools.models.owned import Created, Shareable, Timed

MAX_NAME = 200
MAX_SLUG = 80


class KnowledgeBase(Shareable, Timed):
    """A set of documents that is searched together. Only its owner changes it; a shared one, everybody may search."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    slug = models.SlugField(_("slug"), max_length=MAX_SLUG, unique=True, allow_unicode=True)
    """The part after `kb:` in the id of its tool; never changes."""
    name = models.CharField(_("name"), max_length=MAX_NAME)
    description = models.CharField(_("description"), max_length=1000, blank=True)
    embedding_provider = models.CharField(_("embedding provider"), max_length=64, default="offline")
    """`offline` or the id of a ModelProvider."""
    embedding_model = models.CharField(_("embedding model"), max_length=200, blank=True)
    chunk_size = models.PositiveIntegerField(_("chunk size"), default=CHUNK_SIZE)
    """In characters."""
    chunk_overlap = models.PositiveIntegerField(_("overlap"), default=CHUNK_OVERLAP)
    embedding_tokens = models.PositiveBigIntegerField(_("embedding tokens"), default=0, editable=False)
    """Tokens used by indexing and trial queries; queries within runs count for their runs."""
    embedding_cost = models.FloatField(_("embedding cost"), default=0.0, editable=False)
    """Their cost at the model's prices of the time."""
    revision = models.PositiveIntegerField(default=0, editable=False)
    """Counts changes of what can be found: processes that hold the vectors in memory look at it."""

    class Meta:
        verbose_name = _("knowledge base")
        verbose_name_plural = _("knowledge bases")
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name

    @property
    def embedder(self) -> str:
        """Embedder identity, since vectors of different models are not comparable."""
        return f"{self.embedding_provider}/{self.embedding_model}"


class KnowledgeDocument(Created):
    class Status(models.TextChoices):
        QUEUED = "queued"
        RUNNING = "running"
        SUCCEEDED = "succeeded"
        FAILED = "failed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    base = models.ForeignKey(KnowledgeBase, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(_("name"), max_length=MAX_NAME)
    kind = models.CharField(_("kind"), max_length=10)
    """One of `agents.knowledge.parsers.file_types.KINDS`."""
    size = models.PositiveIntegerField(_("size"))
    """In bytes."""
    content_hash = models.CharField(max_length=64, blank=True, editable=False)
    """SHA-256 of the file, in hex; empty for documents of earlier versions."""
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.QUEUED)
    is_cut = models.BooleanField(default=False, editable=False)
    """The chunks of the indexing under way are there; what they lack is their vectors."""
    chunk_count = models.PositiveIntegerField(_("chunks"), default=0)
    chunks_done = models.PositiveIntegerField(default=0)
    """Chunks that have vectors."""
    embedder = models.CharField(max_length=280, blank=True, editable=False)
    """Embedder of the vectors in use; see `KnowledgeBase.embedder`."""
    error = models.JSONField(_("error"), null=True, default=None)
    """{code, en, zh} of a failed indexing, with its remedy."""
    lease_owner = models.CharField(max_length=40, blank=True, editable=False)
    lease_until = models.DateTimeField(null=True, editable=False)
    queued_at = models.DateTimeField(editable=False)
    """Start of the wait: the document that has waited longest is next; one that had its turn goes to the end."""
    finished_at = models.DateTimeField(_("finished"), null=True)

    class Meta:
        verbose_name = _("knowledge document")
        verbose_name_plural = _("knowledge documents")
        ordering = ["-created_at", "-id"]
        indexes = [models.Index(fields=["status", "queued_at"], name="knowledge_doc_turn")]

    def __str__(self) -> str:
        return self.name


class DocumentContent(models.Model):
    """A document's large content, kept apart."""

    document = models.OneToOneField(KnowledgeDocument, on_delete=models.CASCADE, primary_key=True, related_name="+")
    file = models.BinaryField(null=True)
    """The file as it came; None once its text has been read, which is all that is needed from then on."""
    text = models.TextField(null=True)
    marks = models.JSONField(default=list)
    """Pages and sheets: [{offset, page, sheet}]."""

    class Meta:
        verbose_name = _("document content")
        verbose_name_plural = _("document contents")

    def __str__(self) -> str:
        return str(self.pk)


class KnowledgeChunk(models.Model):
    base = models.ForeignKey(KnowledgeBase, on_delete=models.CASCADE, related_name="+")
    document = models.ForeignKey(KnowledgeDocument, on_delete=models.CASCADE, related_name="+")
    index = models.PositiveIntegerField()
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    """Offsets in the document's text, in characters."""
    text = models.TextField()
    terms = models.TextField()
    """Full-text index terms; see `agents.knowledge.text.terms`."""
    vector = models.BinaryField(null=True)
    """32-bit floats, little-endian, at length 1."""
    metadata = models.JSONField(default=dict)
    """{page} or {sheet}."""
    live = models.BooleanField(default=False)
    """Searchable; chunks of an indexing replace the previous ones atomically."""

    class Meta:
        verbose_name = _("knowledge chunk")
        verbose_name_plural = _("knowledge chunks")
        ordering = ["id"]
        indexes = [
            models.Index(fields=["document", "live", "index"], name="knowledge_chunk_order"),
            models.Index(fields=["base", "live"], name="knowledge_chunk_base"),
        ]

    def __str__(self) -> str:
        return f"{self.document_id} {self.index}"
