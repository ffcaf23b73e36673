import django.db.models.deletion
import uuid
from django.conf import settings
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


# A later migration that alters the table of chunks makes it again on SQLite, without these triggers: it must make them too.

SQLITE = [
    """
    CREATE VIRTUAL TABLE knowledge_chunk_words USING fts5(
        base_id, terms, content='knowledge_knowledgechunk', content_rowid='id', tokenize='unicode61'
    )
    """,
    """
    CREATE TRIGGER knowledge_chunk_words_insert AFTER INSERT ON knowledge_knowledgechunk BEGIN
        INSERT INTO knowledge_chunk_words(rowid, base_id, terms) VALUES (new.id, new.base_id, new.terms);
    END
    """,
    """
    CREATE TRIGGER knowledge_chunk_words_delete AFTER DELETE ON knowledge_knowledgechunk BEGIN
        INSERT INTO knowledge_chunk_words(knowledge_chunk_words, rowid, base_id, terms)
        VALUES ('delete', old.id, old.base_id, old.terms);
    END
    """,
    """
    CREATE TRIGGER knowledge_chunk_words_update AFTER UPDATE OF base_id, terms ON knowledge_knowledgechunk BEGIN
        INSERT INTO knowledge_chunk_words(knowledge_chunk_words, rowid, base_id, terms)
        VALUES ('delete', old.id, old.base_id, old.terms);
        INSERT INTO knowledge_chunk_words(rowid, base_id, terms) VALUES (new.id, new.base_id, new.terms);
    END
    """,
]
POSTGRESQL = [
    """
    ALTER TABLE knowledge_knowledgechunk
    ADD COLUMN words tsvector GENERATED ALWAYS AS (to_tsvector('simple'::regconfig, terms)) STORED
    """,
    'CREATE INDEX knowledge_chunk_words ON knowledge_knowledgechunk USING gin (words)',
]


def index_words(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in SQLITE if schema_editor.connection.vendor == 'sqlite' else POSTGRESQL:
        schema_editor.execute(statement)


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='KnowledgeDocument',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=200, verbose_name='name')),
                ('kind', models.CharField(max_length=10, verbose_name='kind')),
                ('size', models.PositiveIntegerField(verbose_name='size')),
                ('status', models.CharField(choices=[('queued', 'Queued'), ('running', 'Running'), ('succeeded', 'Succeeded'), ('failed', 'Failed')], default='queued', max_length=10, verbose_name='status')),
                ('is_cut', models.BooleanField(default=False, editable=False)),
                ('chunk_count', models.PositiveIntegerField(default=0, verbose_name='chunks')),
                ('chunks_done', models.PositiveIntegerField(default=0)),
                ('embedder', models.CharField(blank=True, editable=False, max_length=280)),
                ('error', models.JSONField(default=None, null=True, verbose_name='error')),
                ('lease_owner', models.CharField(blank=True, editable=False, max_length=40)),
                ('lease_until', models.DateTimeField(editable=False, null=True)),
                ('queued_at', models.DateTimeField(editable=False)),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('finished_at', models.DateTimeField(null=True, verbose_name='finished')),
            ],
            options={
                'verbose_name': 'knowledge document',
                'verbose_name_plural': 'knowledge documents',
                'ordering': ['-created_at', '-id'],
            },
        ),
        migrations.CreateModel(
            name='KnowledgeBase',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('slug', models.SlugField(allow_unicode=True, max_length=80, unique=True, verbose_name='slug')),
                ('name', models.CharField(max_length=200, verbose_name='name')),
                ('description', models.CharField(blank=True, max_length=1000, verbose_name='description')),
                ('shared', models.BooleanField(default=False, verbose_name='shared')),
                ('embedding_provider', models.CharField(default='offline', max_length=64, verbose_name='embedding provider')),
                ('embedding_model', models.CharField(blank=True, max_length=200, verbose_name='embedding model')),
                ('chunk_size', models.PositiveIntegerField(default=1000, verbose_name='chunk size')),
                ('chunk_overlap', models.PositiveIntegerField(default=200, verbose_name='overlap')),
                ('embedding_tokens', models.PositiveBigIntegerField(default=0, editable=False, verbose_name='embedding tokens')),
                ('embedding_cost', models.FloatField(default=0.0, editable=False, verbose_name='embedding cost')),
                ('revision', models.PositiveIntegerField(default=0, editable=False)),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('updated_at', models.DateTimeField(auto_now=True, verbose_name='changed')),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='owner')),
            ],
            options={
                'verbose_name': 'knowledge base',
                'verbose_name_plural': 'knowledge bases',
                'ordering': ['name', 'id'],
            },
        ),
        migrations.CreateModel(
            name='DocumentContent',
            fields=[
                ('document', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to='knowledge.knowledgedocument')),
                ('file', models.BinaryField(null=True)),
                ('text', models.TextField(null=True)),
                ('marks', models.JSONField(default=list)),
            ],
            options={
                'verbose_name': 'document content',
                'verbose_name_plural': 'document contents',
            },
        ),
        migrations.AddField(
            model_name='knowledgedocument',
            name='base',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='knowledge.knowledgebase'),
        ),
        migrations.CreateModel(
            name='KnowledgeChunk',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('index', models.PositiveIntegerField()),
                ('start', models.PositiveIntegerField()),
                ('end', models.PositiveIntegerField()),
                ('text', models.TextField()),
                ('terms', models.TextField()),
                ('vector', models.BinaryField(null=True)),
                ('metadata', models.JSONField(default=dict)),
                ('live', models.BooleanField(default=False)),
                ('base', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='knowledge.knowledgebase')),
                ('document', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='knowledge.knowledgedocument')),
            ],
            options={
                'verbose_name': 'knowledge chunk',
                'verbose_name_plural': 'knowledge chunks',
                'ordering': ['id'],
            },
        ),
        migrations.AddIndex(
            model_name='knowledgedocument',
            index=models.Index(fields=['status', 'queued_at'], name='knowledge_doc_turn'),
        ),
        migrations.AddIndex(
            model_name='knowledgechunk',
            index=models.Index(fields=['document', 'live', 'index'], name='knowledge_chunk_order'),
        ),
        migrations.AddIndex(
            model_name='knowledgechunk',
            index=models.Index(fields=['base', 'live'], name='knowledge_chunk_base'),
        ),
        migrations.RunPython(index_words, migrations.RunPython.noop),
    ]
