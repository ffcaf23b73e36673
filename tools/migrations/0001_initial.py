import django.core.validators
import django.db.models.deletion
import django.utils.timezone
import re
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='AccessEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(db_index=True, default=django.utils.timezone.now, editable=False, verbose_name='when')),
                ('user_id', models.BigIntegerField(null=True)),
                ('username', models.CharField(blank=True, max_length=150, verbose_name='user')),
                ('action', models.CharField(db_index=True, max_length=60, verbose_name='action')),
                ('target', models.CharField(blank=True, max_length=200, verbose_name='target')),
                ('details', models.JSONField(default=dict, verbose_name='details')),
                ('address', models.CharField(blank=True, max_length=45, verbose_name='address')),
            ],
            options={
                'verbose_name': 'permission change',
                'verbose_name_plural': 'permission changes',
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='AuditLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('row_id', models.BigIntegerField()),
                ('part', models.CharField(choices=[('begin', 'Begin'), ('end', 'End'), ('whole', 'Whole'), ('access', 'Permission change')], max_length=6)),
                ('hash', models.CharField(max_length=64)),
            ],
            options={
                'verbose_name': 'link of the audit log',
                'verbose_name_plural': 'links of the audit log',
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='FileBody',
            fields=[
                ('hash', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('content', models.BinaryField()),
            ],
            options={
                'verbose_name': 'file content',
                'verbose_name_plural': 'file contents',
            },
        ),
        migrations.CreateModel(
            name='OauthGrant',
            fields=[
                ('key', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('ciphertext', models.TextField()),
                ('updated_at', models.DateTimeField(auto_now=True, verbose_name='changed')),
            ],
            options={
                'verbose_name': 'authorisation',
                'verbose_name_plural': 'authorisations',
            },
        ),
        migrations.CreateModel(
            name='PolicyRevision',
            fields=[
                ('id', models.PositiveSmallIntegerField(default=1, editable=False, primary_key=True, serialize=False)),
                ('number', models.PositiveBigIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name='UploadDay',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('day', models.DateField()),
                ('bytes', models.PositiveBigIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name='Credential',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=200, verbose_name='name')),
                ('kind', models.CharField(max_length=40, validators=[django.core.validators.RegexValidator(re.compile('^[-a-zA-Z0-9_]+\\Z'), 'Enter a valid “slug” consisting of letters, numbers, underscores or hyphens.', 'invalid')], verbose_name='kind')),
                ('ciphertext', models.TextField(editable=False)),
                ('value_names', models.JSONField(default=list, editable=False)),
                ('origins', models.JSONField(default=list, editable=False, verbose_name='allowed origins')),
                ('asked_origins', models.JSONField(default=list, editable=False, verbose_name='requested origins')),
                ('refused_origins', models.JSONField(default=dict, editable=False)),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('updated_at', models.DateTimeField(auto_now=True, verbose_name='changed')),
                ('owner', models.ForeignKey(blank=True, help_text='None: belongs to the installation.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='owner')),
            ],
            options={
                'verbose_name': 'credential',
                'verbose_name_plural': 'credentials',
                'ordering': ['name', 'id'],
            },
        ),
        migrations.CreateModel(
            name='ToolConfig',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('type', models.CharField(max_length=100, verbose_name='type')),
                ('name', models.CharField(max_length=200, verbose_name='name')),
                ('description', models.TextField(blank=True, max_length=1024, verbose_name='description')),
                ('enabled', models.BooleanField(default=True, verbose_name='enabled')),
                ('config', models.JSONField(blank=True, default=dict, verbose_name='settings')),
                ('shared', models.BooleanField(default=False, help_text='Everyone can use it in their workflows.', verbose_name='shared')),
                ('offered_over_mcp', models.BooleanField(db_default=False, default=False, help_text='Other agents may call it at /mcp/, within the rights of their token.', verbose_name='offered over MCP')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('updated_at', models.DateTimeField(auto_now=True, verbose_name='changed')),
                ('credential', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='+', to='tools.credential', verbose_name='credential')),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='owner')),
            ],
            options={
                'verbose_name': 'configured tool',
                'verbose_name_plural': 'configured tools',
                'ordering': ['name', 'id'],
            },
        ),
        migrations.CreateModel(
            name='ToolFile',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('run_id', models.UUIDField(db_index=True, null=True, verbose_name='run')),
                ('name', models.CharField(max_length=200, verbose_name='name')),
                ('content_type', models.CharField(max_length=100, verbose_name='content type')),
                ('size', models.PositiveIntegerField(verbose_name='size')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('body', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tools.filebody', verbose_name='content')),
                ('owner', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='owner')),
            ],
            options={
                'verbose_name': 'file',
                'verbose_name_plural': 'files',
                'ordering': ['-created_at'],
            },
        ),
        migrations.CreateModel(
            name='ToolPolicy',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('tool_pattern', models.CharField(help_text='*, an executor such as http_request, tool:ID, a namespace such as system:*, or a host such as host:api.example.com or host:*.example.com.', max_length=200, validators=[django.core.validators.RegexValidator('^[A-Za-z0-9_.:*-]+$', 'Use only letters, digits and _ . : - *')], verbose_name='tool')),
                ('workflow_id', models.UUIDField(blank=True, null=True, verbose_name='workflow')),
                ('mode', models.CharField(blank=True, choices=[('live', 'Live'), ('test', 'Test')], help_text='Empty: both.', max_length=4, verbose_name='mode')),
                ('effect', models.CharField(choices=[('allow', 'Allow'), ('ask', 'Ask a person'), ('deny', 'Deny'), ('mock', 'Mock')], max_length=5, verbose_name='effect')),
                ('when', models.TextField(blank=True, help_text="CEL over args, caller, workflow and mode, for example args.method == 'DELETE'. Empty: always.", max_length=1000, verbose_name='condition')),
                ('args_untrusted', models.BooleanField(default=False, help_text='Applies to writing calls whose arguments contain text from the web, MCP, a database or a similar source.', verbose_name='only with untrusted text')),
                ('mock_result', models.JSONField(blank=True, help_text="The result of “Mock” as a JSON object. Empty: the tool's result in test mode.", null=True, verbose_name='mock result')),
                ('ask_timeout_s', models.PositiveIntegerField(blank=True, default=86400, help_text='How long “Ask a person” waits before the call is rejected.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(2592000)], verbose_name='wait for an answer (s)')),
                ('ask_someone_else', models.BooleanField(db_default=False, default=False, help_text='“Ask a person” cannot be answered by the user who started the run, whatever their role.', verbose_name='someone else must answer')),
                ('revision', models.PositiveIntegerField(default=0, editable=False, verbose_name='revision')),
                ('note', models.CharField(blank=True, max_length=500, verbose_name='note')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('created_by', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='created by')),
                ('role', models.ForeignKey(blank=True, help_text='Empty: any role.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='auth.group', verbose_name='role')),
            ],
            options={
                'verbose_name': 'rule',
                'verbose_name_plural': 'rules',
                'ordering': ['tool_pattern', 'created_at'],
            },
        ),
        migrations.CreateModel(
            name='Article',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('language', models.CharField(max_length=20, verbose_name='language')),
                ('platform', models.CharField(max_length=40, verbose_name='platform')),
                ('title', models.CharField(max_length=300, verbose_name='title')),
                ('summary', models.TextField(blank=True, verbose_name='summary')),
                ('body', models.TextField(verbose_name='text')),
                ('tags', models.JSONField(blank=True, default=list, verbose_name='tags')),
                ('status', models.CharField(choices=[('draft', 'Draft'), ('ready', 'Ready'), ('published', 'Published')], default='draft', max_length=20, verbose_name='status')),
                ('url', models.CharField(blank=True, max_length=1000, validators=[django.core.validators.URLValidator(['http', 'https'])], verbose_name='address')),
                ('run_id', models.UUIDField(db_index=True, editable=False, null=True, verbose_name='run')),
                ('idempotency_key', models.CharField(editable=False, max_length=200, null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('updated_at', models.DateTimeField(auto_now=True, verbose_name='changed')),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='owner')),
            ],
            options={
                'verbose_name': 'article',
                'verbose_name_plural': 'articles',
                'ordering': ['-created_at', '-id'],
                'indexes': [models.Index(fields=['owner', '-created_at'], name='article_newest_of_owner')],
                'constraints': [models.UniqueConstraint(fields=('owner', 'idempotency_key'), name='article_once_per_call')],
            },
        ),
        migrations.CreateModel(
            name='ToolInvocation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(db_index=True, default=django.utils.timezone.now, editable=False, verbose_name='when')),
                ('username', models.CharField(blank=True, max_length=150, verbose_name='user')),
                ('run_id', models.UUIDField(db_index=True, null=True, verbose_name='run')),
                ('workflow_id', models.UUIDField(db_index=True, null=True, verbose_name='workflow')),
                ('node_key', models.CharField(blank=True, max_length=200, verbose_name='node')),
                ('origin', models.CharField(choices=[('model', 'Model'), ('node', 'Tool node'), ('chat', 'Chat'), ('mcp', 'MCP'), ('test_button', 'Test button'), ('tool', 'Tool')], max_length=20, verbose_name='origin')),
                ('mode', models.CharField(choices=[('live', 'Live'), ('test', 'Test')], max_length=4, verbose_name='mode')),
                ('stage', models.CharField(choices=[('offer', 'Offer'), ('call', 'Call')], max_length=5, verbose_name='stage')),
                ('tool_id', models.CharField(blank=True, db_index=True, max_length=200, verbose_name='tool id')),
                ('function', models.CharField(blank=True, max_length=200, verbose_name='function')),
                ('call_id', models.CharField(blank=True, max_length=200, verbose_name='call')),
                ('executor', models.CharField(blank=True, max_length=100, verbose_name='executor')),
                ('title', models.CharField(blank=True, max_length=200, verbose_name='tool name')),
                ('arguments', models.JSONField(default=dict, verbose_name='arguments')),
                ('decision', models.CharField(choices=[('allow', 'Allowed'), ('ask', 'Needs approval'), ('mock', 'Mocked'), ('deny', 'Denied'), ('invalid', 'Invalid')], max_length=7, verbose_name='decision')),
                ('rule_id', models.CharField(blank=True, max_length=64, verbose_name='rule')),
                ('approval', models.JSONField(null=True, verbose_name='approval')),
                ('untrusted', models.BooleanField(default=False, verbose_name='with untrusted text')),
                ('rule_revision', models.PositiveIntegerField(null=True, verbose_name='revision of the rule')),
                ('reason', models.JSONField(default=dict, verbose_name='reason')),
                ('success', models.BooleanField(null=True, verbose_name='success')),
                ('result_code', models.IntegerField(null=True, verbose_name='result code')),
                ('message', models.TextField(blank=True, verbose_name='message')),
                ('result', models.JSONField(null=True, verbose_name='result')),
                ('duration_ms', models.PositiveIntegerField(null=True, verbose_name='duration (ms)')),
                ('attempts', models.PositiveSmallIntegerField(default=0, verbose_name='attempts')),
                ('finished_at', models.DateTimeField(null=True, verbose_name='finished')),
                ('user', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='user')),
            ],
            options={
                'verbose_name': 'tool call',
                'verbose_name_plural': 'tool calls',
                'ordering': ['-id'],
                'indexes': [models.Index(fields=['user', '-id'], name='invocation_by_user')],
            },
        ),
        migrations.CreateModel(
            name='ToolPolicyVersion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('policy_id', models.UUIDField(verbose_name='rule')),
                ('number', models.PositiveIntegerField(verbose_name='revision')),
                ('change', models.CharField(choices=[('created', 'Created'), ('changed', 'Changed'), ('deleted', 'Deleted')], max_length=7, verbose_name='change')),
                ('content', models.JSONField(verbose_name='content')),
                ('username', models.CharField(blank=True, max_length=150, verbose_name='user')),
                ('at', models.DateTimeField(auto_now_add=True, verbose_name='when')),
                ('changed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='changed by')),
            ],
            options={
                'verbose_name': 'version of a rule',
                'verbose_name_plural': 'versions of rules',
                'ordering': ['-id'],
                'constraints': [models.UniqueConstraint(fields=('policy_id', 'number'), name='policy_version_number')],
            },
        ),
        migrations.CreateModel(
            name='ToolSession',
            fields=[
                ('id', models.CharField(editable=False, max_length=120, primary_key=True, serialize=False)),
                ('resource_type', models.CharField(max_length=20, verbose_name='resource')),
                ('name', models.CharField(blank=True, max_length=32, verbose_name='name')),
                ('ciphertext', models.TextField(blank=True, editable=False)),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('last_activity_at', models.DateTimeField(verbose_name='last used')),
                ('expires_at', models.DateTimeField(db_index=True, verbose_name='expires')),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='owner')),
                ('tool', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tools.toolconfig', verbose_name='tool')),
            ],
            options={
                'verbose_name': 'tool session',
                'verbose_name_plural': 'tool sessions',
                'ordering': ['-created_at', 'id'],
                'constraints': [models.UniqueConstraint(fields=('owner', 'tool', 'name'), name='tool_session_once')],
            },
        ),
    ]
