"""Articles that tools wrote, for their owners."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools.api.pagination import NewestArticlesFirst
from tools.api.permissions import signed_in
from tools.api.requests import body_of
from tools.api.serializers.articles import (
    ArticleChangeSerializer,
    ArticleQuerySerializer,
    ArticleRowSerializer,
    ArticleSerializer,
)
from tools.models import Article
from tools.selectors.articles import ARTICLES
from tools.services.articles import article_delete, article_update


class ArticleList(ListAPIView[Article]):
    """One's own articles, newest first; everybody's for staff."""

    serializer_class = ArticleRowSerializer
    pagination_class = NewestArticlesFirst

    def get_queryset(self) -> QuerySet[Article]:
        query = ArticleQuerySerializer(data=self.request.query_params)
        query.is_valid(raise_exception=True)
        asked = query.validated_data
        narrow = {"run_id" if name == "run" else name: value for name, value in asked.items()}
        return ARTICLES.may("list", signed_in(self.request)).filter(**narrow).defer("body")

    @extend_schema(operation_id="articles_list", parameters=[ArticleQuerySerializer], tags=["articles"])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List articles without their text."""
        return super().get(request, *args, **kwargs)


class ArticleDetail(APIView):
    """One article."""

    @extend_schema(operation_id="articles_retrieve", responses=ArticleSerializer, tags=["articles"])
    def get(self, request: Request, article_id: UUID) -> Response:
        """Return the article with its text."""
        return Response(ArticleSerializer(ARTICLES.get("read", signed_in(request), article_id)).data)

    @extend_schema(
        operation_id="articles_update", request=ArticleChangeSerializer, responses=ArticleSerializer, tags=["articles"]
    )
    def patch(self, request: Request, article_id: UUID) -> Response:
        """Change what is named."""
        article = ARTICLES.get("change", signed_in(request), article_id)
        given = body_of(request, ArticleChangeSerializer)
        return Response(ArticleSerializer(article_update(article=article, changes=given)).data)

    @extend_schema(operation_id="articles_destroy", responses={204: None}, tags=["articles"])
    def delete(self, request: Request, article_id: UUID) -> Response:
        """Delete the article."""
        article_delete(article=ARTICLES.get("change", signed_in(request), article_id))
        return Response(status=status.HTTP_204_NO_CONTENT)
