"""The JSON of articles."""

from rest_framework import serializers

from tools.forms.name_fields import NameField
from tools.models import Article


class TagsField(serializers.ListField):
    """Short words."""

    child = NameField(max_length=60)


class ArticleRowSerializer(serializers.ModelSerializer[Article]):
    """An article in a list, without its text."""

    owner = serializers.CharField(source="owner.username", read_only=True)
    tags = TagsField(read_only=True)

    class Meta:
        model = Article
        fields = ["id", "owner", "language", "platform", "title", "summary", "tags", "status", "url", "run_id"]
        fields += ["created_at", "updated_at"]
        read_only_fields = fields


class ArticleSerializer(ArticleRowSerializer):
    """One whole article."""

    class Meta(ArticleRowSerializer.Meta):
        fields = [*ArticleRowSerializer.Meta.fields, "body"]
        read_only_fields = fields


class ArticleChangeSerializer(serializers.Serializer[Article]):
    """Fields of an article that its owner may change."""

    title = NameField(max_length=300, required=False)
    summary = serializers.CharField(max_length=2_000, required=False, allow_blank=True)
    body = serializers.CharField(max_length=500_000, required=False, trim_whitespace=False)
    tags = TagsField(max_length=30, required=False)
    status = serializers.ChoiceField(choices=Article.Status.choices, required=False)
    url = serializers.URLField(max_length=1000, required=False, allow_blank=True)


class ArticleQuerySerializer(serializers.Serializer[Article]):
    """Filters of the list."""

    language = serializers.CharField(max_length=20, required=False)
    platform = serializers.CharField(max_length=40, required=False)
    status = serializers.ChoiceField(choices=Article.Status.choices, required=False)
    run = serializers.UUIDField(required=False)
