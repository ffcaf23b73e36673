"""Articles that tools wrote: blog posts and posts for social media."""

import uuid

from django.core.validators import URLValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tools.core.registered.articles import ArticleText
from tools.models.owned import Owned, Timed


class ArticleQuerySet(models.QuerySet["Article"]):
    def keep(self, text: ArticleText, *, owner_id: int, run_id: uuid.UUID | None, key: str | None) -> "Article":
        """Store an article, or return the one that an earlier attempt with the same key has stored."""
        values = {
            "language": text.language,
            "platform": text.platform,
            "title": text.title,
            "body": text.body,
            "summary": text.summary,
            "tags": list(text.tags),
            "status": text.status,
            "run_id": run_id,
        }
        if key is None:
            return self.create(owner_id=owner_id, **values)
        return self.get_or_create(owner_id=owner_id, idempotency_key=key, defaults=values)[0]


class Article(Owned, Timed):
    """One text of one person for one place."""

    class Status(models.TextChoices):
        DRAFT = "draft", _("Draft")
        READY = "ready", _("Ready")
        PUBLISHED = "published", _("Published")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    language = models.CharField(_("language"), max_length=20)
    platform = models.CharField(_("platform"), max_length=40)
    title = models.CharField(_("title"), max_length=300)
    summary = models.TextField(_("summary"), blank=True)
    body = models.TextField(_("text"))
    tags = models.JSONField(_("tags"), default=list, blank=True)
    status = models.CharField(_("status"), max_length=20, choices=Status.choices, default=Status.DRAFT)
    url = models.CharField(_("address"), max_length=1000, blank=True, validators=[URLValidator(["http", "https"])])
    run_id = models.UUIDField(_("run"), null=True, editable=False, db_index=True)
    idempotency_key = models.CharField(max_length=200, null=True, editable=False)

    objects = ArticleQuerySet.as_manager()

    class Meta:
        verbose_name = _("article")
        verbose_name_plural = _("articles")
        ordering = ["-created_at", "-id"]
        constraints = [models.UniqueConstraint(fields=["owner", "idempotency_key"], name="article_once_per_call")]
        indexes = [models.Index(fields=["owner", "-created_at"], name="article_newest_of_owner")]

    def __str__(self) -> str:
        return self.title
