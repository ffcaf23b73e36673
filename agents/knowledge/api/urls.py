"""Addresses of knowledge bases under /api/."""

from django.urls import path

from agents.knowledge.api.views import (
    KnowledgeBaseDetail,
    KnowledgeBaseList,
    KnowledgeBaseReindexing,
    KnowledgeBaseSearch,
    KnowledgeChunkList,
    KnowledgeDocumentDetail,
    KnowledgeDocumentList,
    KnowledgeDocumentReindexing,
)

BASE = "knowledge-bases/<uuid:base_id>/"
DOCUMENT = f"{BASE}documents/<uuid:document_id>/"

urlpatterns = [
    path("knowledge-bases/", KnowledgeBaseList.as_view()),
    path(BASE, KnowledgeBaseDetail.as_view()),
    path(f"{BASE}reindex/", KnowledgeBaseReindexing.as_view()),
    path(f"{BASE}search/", KnowledgeBaseSearch.as_view()),
    path(f"{BASE}documents/", KnowledgeDocumentList.as_view()),
    path(DOCUMENT, KnowledgeDocumentDetail.as_view()),
    path(f"{DOCUMENT}reindex/", KnowledgeDocumentReindexing.as_view()),
    path(f"{DOCUMENT}chunks/", KnowledgeChunkList.as_view()),
]
