import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('tools', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='ModelProfile',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('preset_pattern', models.CharField(default='*', help_text='ID of a service. * matches any text.', max_length=80, verbose_name='service')),
                ('model_pattern', models.CharField(help_text='Model name in lowercase. * matches any text.', max_length=200, verbose_name='model')),
                ('capabilities', models.JSONField(blank=True, default=dict, verbose_name='capabilities')),
                ('position', models.PositiveIntegerField(default=0, verbose_name='position')),
                ('note', models.CharField(blank=True, max_length=500, verbose_name='note')),
            ],
            options={
                'verbose_name': 'model profile',
                'verbose_name_plural': 'model profiles',
                'ordering': ['position', 'id'],
            },
        ),
        migrations.CreateModel(
            name='ModelProvider',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=200, unique=True, verbose_name='name')),
                ('preset', models.CharField(max_length=40, verbose_name='service')),
                ('base_url', models.CharField(max_length=500, verbose_name='base URL')),
                ('default_model', models.CharField(blank=True, max_length=200, verbose_name='default model')),
                ('model_names', models.JSONField(blank=True, default=list, verbose_name='models')),
                ('enabled', models.BooleanField(default=True, verbose_name='enabled')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('updated_at', models.DateTimeField(auto_now=True, verbose_name='changed')),
                ('credential', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tools.credential', verbose_name='credential')),
            ],
            options={
                'verbose_name': 'model provider',
                'verbose_name_plural': 'model providers',
                'ordering': ['name', 'id'],
            },
        ),
        migrations.CreateModel(
            name='AgentProfile',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(allow_unicode=True, max_length=80, unique=True, verbose_name='slug')),
                ('name', models.CharField(max_length=120, verbose_name='name')),
                ('description', models.TextField(blank=True, verbose_name='description')),
                ('document', models.JSONField(default=dict, verbose_name='profile')),
                ('revision', models.PositiveIntegerField(default=1, verbose_name='revision')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('updated_at', models.DateTimeField(auto_now=True, verbose_name='changed')),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='owner')),
            ],
            options={
                'verbose_name': 'agent',
                'verbose_name_plural': 'agents',
                'ordering': ('-updated_at', '-id'),
                'indexes': [models.Index(fields=['owner', '-updated_at'], name='agent_owner_updated')],
            },
        ),
    ]
