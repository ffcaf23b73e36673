"""Knowledge bases: one's own and those that others share; only owners and administrators change them."""

from time import perf_counter
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.generics import ListAPIView
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from agents.knowledge import selectors
from agents.knowledge.api.serializers import (
    KnowledgeBaseChangeSerializer,
    KnowledgeBaseCreateSerializer,
    KnowledgeBaseSerializer,
    KnowledgeChunkSerializer,
    KnowledgeDocumentSerializer,
    KnowledgeFindingsSerializer,
    KnowledgeQuestionSerializer,
    KnowledgeQueuedSerializer,
    KnowledgeUploadSerializer,
)
from agents.knowledge.models import KnowledgeBase, KnowledgeChunk, KnowledgeDocument
from agents.knowledge.services.bases import base_create, base_delete, base_reindex, base_update
from agents.knowledge.services.documents import document_delete, document_reindex, document_upload
from agents.knowledge.services.search import knowledge_try
from tools.api.pagination import CursorPages
from tools.api.permissions import signed_in
from tools.api.requests import body_of

TAGS = ["knowledge"]


def readable(request: Request, base_id: UUID) -> KnowledgeBase:
    return selectors.base_get(user=signed_in(request), base_id=base_id)


def changeable(request: Request, base_id: UUID) -> KnowledgeBase:
    return selectors.base_get_to_change(user=signed_in(request), base_id=base_id)


def base_json(request: Request, base_id: UUID) -> Any:
    return KnowledgeBaseSerializer(readable(request, base_id), context={"request": request}).data


class InOrder(CursorPages):
    """Chunks in document order."""

    ordering = "index"


class KnowledgeBaseList(APIView):
    """The knowledge bases in the list of the person who asks."""

    @extend_schema(operation_id="knowledge_bases_list", responses=KnowledgeBaseSerializer(many=True), tags=TAGS)
    def get(self, request: Request) -> Response:
        """List one's own knowledge bases and the shared ones that one took up, by name."""
        bases = selectors.base_list(user=signed_in(request))
        return Response(KnowledgeBaseSerializer(bases, many=True, context={"request": request}).data)

    @extend_schema(
        operation_id="knowledge_bases_create",
        request=KnowledgeBaseCreateSerializer,
        responses={201: KnowledgeBaseSerializer},
        tags=TAGS,
    )
    def post(self, request: Request) -> Response:
        """Make an empty knowledge base."""
        given = body_of(request, KnowledgeBaseCreateSerializer)
        base = base_create(user=signed_in(request), **given)
        return Response(base_json(request, base.pk), status=status.HTTP_201_CREATED)


class KnowledgeBaseDetail(APIView):
    """One knowledge base."""

    @extend_schema(operation_id="knowledge_bases_retrieve", responses=KnowledgeBaseSerializer, tags=TAGS)
    def get(self, request: Request, base_id: UUID) -> Response:
        """Return the knowledge base with its counts."""
        return Response(base_json(request, base_id))

    @extend_schema(
        operation_id="knowledge_bases_partial_update",
        request=KnowledgeBaseChangeSerializer,
        responses=KnowledgeBaseSerializer,
        tags=TAGS,
    )
    def patch(self, request: Request, base_id: UUID) -> Response:
        """Change what is given."""
        base = changeable(request, base_id)
        given = body_of(request, KnowledgeBaseChangeSerializer)
        base_update(base=base, **given)
        return Response(base_json(request, base_id))

    @extend_schema(operation_id="knowledge_bases_destroy", responses={204: None}, tags=TAGS)
    def delete(self, request: Request, base_id: UUID) -> Response:
        """Delete the knowledge base with all its documents."""
        base_delete(base=changeable(request, base_id))
        return Response(status=status.HTTP_204_NO_CONTENT)


class KnowledgeBaseReindexing(APIView):
    """Reindexes all documents."""

    @extend_schema(
        operation_id="knowledge_bases_reindex", request=None, responses={202: KnowledgeQueuedSerializer}, tags=TAGS
    )
    def post(self, request: Request, base_id: UUID) -> Response:
        """Index all documents again in the background; until then the search finds what it found before."""
        queued = base_reindex(base=changeable(request, base_id))
        return Response({"documents": queued}, status=status.HTTP_202_ACCEPTED)


class KnowledgeBaseSearch(APIView):
    """A question to try."""

    @extend_schema(
        operation_id="knowledge_bases_search",
        request=KnowledgeQuestionSerializer,
        responses=KnowledgeFindingsSerializer,
        tags=TAGS,
    )
    def post(self, request: Request, base_id: UUID) -> Response:
        """Search by words, by vectors and by both, to see which finds what."""
        base = readable(request, base_id)
        given = body_of(request, KnowledgeQuestionSerializer)
        began = perf_counter()
        found: dict[Any, Any] = dict(knowledge_try(base=base, **given))
        found["duration_ms"] = round((perf_counter() - began) * 1000, 1)
        return Response(KnowledgeFindingsSerializer(found).data)


class KnowledgeDocumentList(ListAPIView[KnowledgeDocument]):
    serializer_class = KnowledgeDocumentSerializer
    parser_classes = (MultiPartParser,)

    def get_queryset(self) -> QuerySet[KnowledgeDocument]:
        return selectors.document_list(base=readable(self.request, self.kwargs["base_id"]))

    @extend_schema(operation_id="knowledge_documents_list", tags=TAGS)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List the documents with the progress of their indexing, newest first."""
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="knowledge_documents_create",
        request=KnowledgeUploadSerializer,
        responses={201: KnowledgeDocumentSerializer},
        tags=TAGS,
    )
    def post(self, request: Request, base_id: UUID) -> Response:
        """Upload a file, which is then indexed in the background."""
        base = changeable(request, base_id)
        given = body_of(request, KnowledgeUploadSerializer)
        document = document_upload(base=base, user=signed_in(request), upload=given["file"])
        return Response(KnowledgeDocumentSerializer(document).data, status=status.HTTP_201_CREATED)


class KnowledgeDocumentDetail(APIView):
    """One document."""

    @extend_schema(operation_id="knowledge_documents_retrieve", responses=KnowledgeDocumentSerializer, tags=TAGS)
    def get(self, request: Request, base_id: UUID, document_id: UUID) -> Response:
        """Return the document with the progress of its indexing."""
        document = selectors.document_get(base=readable(request, base_id), document_id=document_id)
        return Response(KnowledgeDocumentSerializer(document).data)

    @extend_schema(operation_id="knowledge_documents_destroy", responses={204: None}, tags=TAGS)
    def delete(self, request: Request, base_id: UUID, document_id: UUID) -> Response:
        """Delete the document; it is found no more."""
        document = selectors.document_get(base=changeable(request, base_id), document_id=document_id)
        document_delete(document=document)
        return Response(status=status.HTTP_204_NO_CONTENT)


class KnowledgeDocumentReindexing(APIView):
    """Reindexes one document."""

    @extend_schema(
        operation_id="knowledge_documents_reindex",
        request=None,
        responses={202: KnowledgeDocumentSerializer},
        tags=TAGS,
    )
    def post(self, request: Request, base_id: UUID, document_id: UUID) -> Response:
        """Index the document again, or try again after a failure."""
        document = selectors.document_get(base=changeable(request, base_id), document_id=document_id)
        document_reindex(document=document)
        document.refresh_from_db()
        return Response(KnowledgeDocumentSerializer(document).data, status=status.HTTP_202_ACCEPTED)


class KnowledgeChunkList(ListAPIView[KnowledgeChunk]):
    """The pieces of a document."""

    serializer_class = KnowledgeChunkSerializer
    pagination_class = InOrder

    def get_queryset(self) -> QuerySet[KnowledgeChunk]:
        base = readable(self.request, self.kwargs["base_id"])
        return selectors.chunk_list(document=selectors.document_get(base=base, document_id=self.kwargs["document_id"]))

    @extend_schema(operation_id="knowledge_chunks_list", tags=TAGS)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List the pieces that are searched, in their order."""
        return super().get(request, *args, **kwargs)
