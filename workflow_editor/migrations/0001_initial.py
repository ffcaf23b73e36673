import django.core.validators
import django.db.models.deletion
import uuid
import workflow_editor.models.access
import workflow_editor.models.ids
import workflow_editor.models.payload
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('agents', '0001_initial'),
        ('auth', '0012_alter_user_first_name_max_length'),
        ('tools', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Evaluation',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120, verbose_name='name')),
                ('cases', models.JSONField(default=list, verbose_name='cases')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('updated_at', models.DateTimeField(auto_now=True, verbose_name='changed')),
            ],
            options={
                'verbose_name': 'evaluation',
                'verbose_name_plural': 'evaluations',
                'ordering': ('-created_at', '-id'),
            },
        ),
        migrations.CreateModel(
            name='NodeRun',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('node_key', models.CharField(max_length=64, verbose_name='node')),
                ('scope', models.CharField(blank=True, default='', max_length=400, verbose_name='scope')),
                ('status', models.CharField(choices=[('queued', 'Queued'), ('running', 'Running'), ('waiting', 'Waiting'), ('succeeded', 'Succeeded'), ('failed', 'Failed'), ('cancelled', 'Cancelled'), ('skipped', 'Skipped')], default='queued', max_length=10, verbose_name='status')),
                ('attempt', models.PositiveSmallIntegerField(default=1, verbose_name='attempt')),
                ('inputs', workflow_editor.models.payload.PayloadField(blank=True, default=dict, verbose_name='inputs')),
                ('output', workflow_editor.models.payload.PayloadField(blank=True, null=True, verbose_name='output')),
                ('ports', models.JSONField(blank=True, default=list, verbose_name='ports')),
                ('error', models.JSONField(blank=True, null=True, verbose_name='error')),
                ('usage', models.JSONField(blank=True, default=dict, verbose_name='usage')),
                ('reserved', models.JSONField(blank=True, null=True, verbose_name='reserved')),
                ('lease_owner', models.CharField(blank=True, default='', max_length=64, verbose_name='worker')),
                ('lease_until', models.DateTimeField(blank=True, null=True, verbose_name='leased until')),
                ('queued_at', models.DateTimeField(verbose_name='queued')),
                ('due_at', models.DateTimeField(blank=True, null=True)),
                ('started_at', models.DateTimeField(blank=True, null=True, verbose_name='started')),
                ('finished_at', models.DateTimeField(blank=True, null=True, verbose_name='finished')),
                ('mocked', models.BooleanField(default=False, verbose_name='entered manually')),
                ('shared', models.BooleanField(db_default=False, default=False, verbose_name='reused')),
            ],
            options={
                'verbose_name': 'node run',
                'verbose_name_plural': 'node runs',
                'ordering': ('id',),
            },
        ),
        migrations.CreateModel(
            name='AccountLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('purpose', models.CharField(choices=[('first_administrator', 'First administrator'), ('invitation', 'Invitation'), ('password_reset', 'New password')], max_length=20, verbose_name='purpose')),
                ('token_hash', models.CharField(editable=False, max_length=64, unique=True)),
                ('note', models.CharField(blank=True, help_text='Helps you recognise the invitation.', max_length=120, verbose_name='invited user')),
                ('is_staff', models.BooleanField(default=False, verbose_name='staff status')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('expires_at', models.DateTimeField(null=True, verbose_name='expires')),
                ('used_at', models.DateTimeField(blank=True, null=True, verbose_name='used')),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='created by')),
                ('roles', models.ManyToManyField(blank=True, related_name='+', to='auth.group', verbose_name='Roles')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='user')),
            ],
            options={
                'verbose_name': 'account link',
                'verbose_name_plural': 'account links',
                'ordering': ('-created_at', '-id'),
            },
        ),
        migrations.CreateModel(
            name='ChatShare',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('right', models.CharField(choices=[('read', 'Read'), ('chat', 'Chat')], max_length=4)),
                ('prefix', models.CharField(max_length=16)),
                ('token_hash', models.CharField(max_length=64, unique=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('expires_at', models.DateTimeField(blank=True, null=True)),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('turns_per_day', models.PositiveIntegerField(db_default=200, default=200)),
                ('money_per_day', models.FloatField(db_default=5.0, default=5.0)),
                ('agent', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='agents.agentprofile')),
                ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ('-created_at', '-id'),
            },
        ),
        migrations.CreateModel(
            name='Conversation',
            fields=[
                ('id', models.UUIDField(default=workflow_editor.models.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('title', models.CharField(blank=True, max_length=200)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('updated_at', models.DateTimeField(auto_now=True)),
                ('deleted_at', models.DateTimeField(blank=True, null=True)),
                ('agent', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='agents.agentprofile')),
                ('share', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='conversations', to='workflow_editor.chatshare')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ('-updated_at', '-id'),
            },
        ),
        migrations.CreateModel(
            name='ChatUpload',
            fields=[
                ('file', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to='tools.toolfile')),
                ('uploaded_at', models.DateTimeField(db_index=True)),
                ('conversations', models.ManyToManyField(related_name='+', to='workflow_editor.conversation')),
            ],
            options={
                'ordering': ('-uploaded_at',),
            },
        ),
        migrations.AddField(
            model_name='chatshare',
            name='conversation',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='shares', to='workflow_editor.conversation'),
        ),
        migrations.CreateModel(
            name='EvaluationRound',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False, verbose_name='ID')),
                ('cases', models.JSONField(default=list, verbose_name='cases')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('finished_at', models.DateTimeField(blank=True, null=True, verbose_name='finished')),
                ('cancelled', models.BooleanField(default=False, verbose_name='cancelled')),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='started by')),
                ('evaluation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='workflow_editor.evaluation', verbose_name='evaluation')),
            ],
            options={
                'verbose_name': 'evaluation round',
                'verbose_name_plural': 'evaluation rounds',
                'ordering': ('-created_at', '-id'),
            },
        ),
        migrations.CreateModel(
            name='JournalRow',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveIntegerField()),
                ('kind', models.CharField(max_length=20)),
                ('round', models.PositiveSmallIntegerField()),
                ('call_id', models.CharField(blank=True, default='', max_length=200)),
                ('payload', workflow_editor.models.payload.PayloadField(default=dict)),
                ('node_run', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='journal', to='workflow_editor.noderun')),
            ],
            options={
                'verbose_name': 'journal entry',
                'verbose_name_plural': 'journal entries',
                'ordering': ('seq',),
            },
        ),
        migrations.CreateModel(
            name='Payload',
            fields=[
                ('hash', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('body', models.BinaryField()),
                ('size', models.PositiveIntegerField()),
                ('used_at', models.DateTimeField()),
            ],
            options={
                'verbose_name': 'payload',
                'verbose_name_plural': 'payloads',
                'indexes': [models.Index(fields=['used_at'], name='payload_used')],
            },
        ),
        migrations.CreateModel(
            name='Run',
            fields=[
                ('id', models.UUIDField(default=workflow_editor.models.ids.uuid7, editable=False, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('run', 'Full run'), ('debug', 'Debug run')], default='run', max_length=5, verbose_name='kind')),
                ('mode', models.CharField(choices=[('live', 'Live'), ('test', 'Test')], default='live', max_length=4, verbose_name='mode')),
                ('trigger', models.CharField(default='manual', max_length=20, verbose_name='trigger')),
                ('target_node', models.CharField(blank=True, max_length=64, null=True, verbose_name='debugged node')),
                ('status', models.CharField(choices=[('queued', 'Queued'), ('running', 'Running'), ('waiting', 'Waiting'), ('succeeded', 'Succeeded'), ('failed', 'Failed'), ('cancelled', 'Cancelled'), ('skipped', 'Skipped')], default='queued', max_length=10, verbose_name='status')),
                ('inputs', workflow_editor.models.payload.PayloadField(blank=True, default=dict, verbose_name='inputs')),
                ('output', workflow_editor.models.payload.PayloadField(blank=True, null=True, verbose_name='output')),
                ('error', models.JSONField(blank=True, null=True, verbose_name='error')),
                ('usage', models.JSONField(blank=True, default=dict, verbose_name='usage')),
                ('open_nodes', models.PositiveIntegerField(default=0, verbose_name='open nodes')),
                ('waiting_nodes', models.PositiveIntegerField(db_default=0, default=0, verbose_name='waiting nodes')),
                ('last_seq', models.PositiveIntegerField(default=0, verbose_name='last event')),
                ('steps', models.PositiveIntegerField(default=0, verbose_name='steps')),
                ('cancel_requested', models.BooleanField(default=False, verbose_name='cancel requested')),
                ('idempotency_key', models.CharField(blank=True, max_length=200, null=True, verbose_name='idempotency key')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('limits', models.JSONField(blank=True, null=True, verbose_name='limits')),
                ('deadline_at', models.DateTimeField(blank=True, null=True, verbose_name='deadline')),
                ('held', models.BooleanField(db_default=False, default=False, verbose_name='queued by a limit')),
                ('started_at', models.DateTimeField(blank=True, null=True, verbose_name='started')),
                ('finished_at', models.DateTimeField(blank=True, null=True, verbose_name='finished')),
                ('history_bytes', models.PositiveBigIntegerField(blank=True, editable=False, null=True, verbose_name='size')),
                ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='started by')),
                ('forked_from', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='forks', to='workflow_editor.run', verbose_name='forked from')),
                ('parent_node_run', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='child_runs', to='workflow_editor.noderun', verbose_name='waiting node')),
            ],
            options={
                'verbose_name': 'run',
                'verbose_name_plural': 'runs',
                'ordering': ('-created_at', '-id'),
            },
        ),
        migrations.CreateModel(
            name='PayloadUse',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('payload', models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name='uses', to='workflow_editor.payload')),
                ('run', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='workflow_editor.run')),
            ],
            options={
                'verbose_name': 'use of a payload',
                'verbose_name_plural': 'uses of payloads',
            },
        ),
        migrations.AddField(
            model_name='noderun',
            name='run',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='node_runs', to='workflow_editor.run', verbose_name='run'),
        ),
        migrations.CreateModel(
            name='EvaluationScore',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('case', models.PositiveIntegerField(verbose_name='case')),
                ('side', models.CharField(choices=[('left', 'First'), ('right', 'Second')], max_length=5, verbose_name='side')),
                ('score', models.FloatField(blank=True, null=True, verbose_name='score')),
                ('reason', models.JSONField(blank=True, null=True, verbose_name='reason')),
                ('round', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='scores', to='workflow_editor.evaluationround', verbose_name='round')),
                ('judge_run', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='workflow_editor.run', verbose_name="judge run")),
                ('run', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='workflow_editor.run', verbose_name='run')),
            ],
            options={
                'verbose_name': 'score',
                'verbose_name_plural': 'scores',
                'ordering': ('case', 'side'),
            },
        ),
        migrations.CreateModel(
            name='ContainerState',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('node_key', models.CharField(max_length=64)),
                ('scope', models.CharField(blank=True, default='', max_length=400)),
                ('total', models.PositiveIntegerField(null=True)),
                ('next_index', models.PositiveIntegerField(default=0)),
                ('open_passes', models.PositiveIntegerField(default=0)),
                ('last', models.JSONField(null=True)),
                ('is_pending', models.BooleanField(default=False)),
                ('is_over', models.BooleanField(default=False)),
                ('started_at', models.DateTimeField()),
                ('run', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='containers', to='workflow_editor.run')),
            ],
            options={
                'verbose_name': 'container',
                'verbose_name_plural': 'containers',
            },
        ),
        migrations.CreateModel(
            name='ContainerPass',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('node_key', models.CharField(max_length=64)),
                ('scope', models.CharField(blank=True, default='', max_length=400)),
                ('index', models.PositiveIntegerField()),
                ('status', models.CharField(choices=[('queued', 'Queued'), ('running', 'Running'), ('waiting', 'Waiting'), ('succeeded', 'Succeeded'), ('failed', 'Failed'), ('cancelled', 'Cancelled'), ('skipped', 'Skipped')], default='running', max_length=10)),
                ('value', models.JSONField()),
                ('remaining', models.PositiveIntegerField()),
                ('output', models.JSONField(null=True)),
                ('error', models.JSONField(null=True)),
                ('run', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='passes', to='workflow_editor.run')),
            ],
            options={
                'verbose_name': 'pass',
                'verbose_name_plural': 'passes',
            },
        ),
        migrations.CreateModel(
            name='ContainerItems',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('node_key', models.CharField(max_length=64)),
                ('scope', models.CharField(blank=True, default='', max_length=400)),
                ('start', models.PositiveIntegerField()),
                ('items', models.JSONField()),
                ('run', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='workflow_editor.run')),
            ],
            options={
                'verbose_name': 'items',
                'verbose_name_plural': 'items',
            },
        ),
        migrations.CreateModel(
            name='RunEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveIntegerField()),
                ('type', models.CharField(max_length=40)),
                ('node_key', models.CharField(blank=True, max_length=64, null=True)),
                ('payload', models.JSONField(default=dict)),
                ('at', models.DateTimeField()),
                ('run', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='events', to='workflow_editor.run')),
            ],
            options={
                'verbose_name': 'event',
                'verbose_name_plural': 'events',
                'ordering': ('seq',),
            },
        ),
        migrations.CreateModel(
            name='RunJoin',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('node_key', models.CharField(max_length=64)),
                ('scope', models.CharField(blank=True, default='', max_length=400)),
                ('live', models.PositiveIntegerField(default=0)),
                ('dead', models.PositiveIntegerField(default=0)),
                ('fired', models.BooleanField(default=False)),
                ('run', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='joins', to='workflow_editor.run')),
            ],
            options={
                'verbose_name': 'join',
                'verbose_name_plural': 'joins',
            },
        ),
        migrations.CreateModel(
            name='Turn',
            fields=[
                ('id', models.UUIDField(default=workflow_editor.models.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('user_text', models.TextField(blank=True)),
                ('attachments', models.JSONField(blank=True, default=list)),
                ('status', models.CharField(blank=True, max_length=10)),
                ('answer', models.TextField(blank=True)),
                ('error', models.JSONField(blank=True, null=True)),
                ('visitor', models.CharField(blank=True, max_length=32)),
                ('summary', models.TextField(blank=True, null=True)),
                ('feedback', models.SmallIntegerField(default=0)),
                ('feedback_comment', models.TextField(blank=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('conversation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='turns', to='workflow_editor.conversation')),
                ('parent', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='children', to='workflow_editor.turn')),
                ('run', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='turns', to='workflow_editor.run')),
                ('summary_until', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='workflow_editor.turn')),
            ],
            options={
                'ordering': ('id',),
            },
        ),
        migrations.CreateModel(
            name='Wait',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('delay', 'Delay'), ('approval', 'Approval'), ('form', 'Form'), ('child_run', 'Another workflow'), ('outcome_unknown', 'Unknown outcome'), ('budget', 'Budget'), ('tool_approval', 'Tool call approval'), ('credential_origin', 'Credential destination'), ], max_length=20, verbose_name='kind')),
                ('payload', models.JSONField(blank=True, default=dict, verbose_name='payload')),
                ('due_at', models.DateTimeField(blank=True, null=True, verbose_name='due')),
                ('answer', models.JSONField(blank=True, null=True, verbose_name='decision')),
                ('answered_at', models.DateTimeField(blank=True, null=True, verbose_name='answered')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('answered_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='answered by')),
                ('approvers', models.ManyToManyField(blank=True, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='approvers')),
                ('node_run', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='waits', to='workflow_editor.noderun', verbose_name='node run')),
            ],
            options={
                'verbose_name': 'wait',
                'verbose_name_plural': 'waits',
                'ordering': ('-created_at', '-id'),
            },
        ),
        migrations.CreateModel(
            name='Workflow',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(allow_unicode=True, max_length=120, unique=True, verbose_name='slug')),
                ('name', models.CharField(max_length=120, verbose_name='name')),
                ('description', models.TextField(blank=True, verbose_name='description')),
                ('revision', models.PositiveIntegerField(default=0, verbose_name='revision')),
                ('settings', models.JSONField(blank=True, default=dict, verbose_name='limits')),
                ('offered_over_mcp', models.BooleanField(db_default=False, default=False, help_text='Other agents may call it at /mcp/, within the rights of their token.', verbose_name='offered over MCP')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('updated_at', models.DateTimeField(auto_now=True, verbose_name='changed')),
                ('agent', models.OneToOneField(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='agents.agentprofile', verbose_name='agent')),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='owner')),
            ],
            options={
                'verbose_name': 'workflow',
                'verbose_name_plural': 'workflows',
                'ordering': ('-updated_at', '-id'),
            },
        ),
        migrations.AddField(
            model_name='run',
            name='workflow',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='runs', to='workflow_editor.workflow', verbose_name='workflow'),
        ),
        migrations.CreateModel(
            name='ProcessNode',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=64, validators=[django.core.validators.RegexValidator('^[0-9]*[A-Za-z_][A-Za-z0-9_]*$')], verbose_name='node key')),
                ('name', models.CharField(max_length=120, verbose_name='name')),
                ('type', models.CharField(max_length=64, verbose_name='type')),
                ('type_version', models.PositiveSmallIntegerField(default=1)),
                ('config', models.JSONField(blank=True, default=dict, verbose_name='settings')),
                ('x', models.FloatField(default=0)),
                ('y', models.FloatField(default=0)),
                ('parent', models.CharField(blank=True, max_length=64, null=True, verbose_name='container')),
                ('bypass', models.BooleanField(default=False, verbose_name='bypassed')),
                ('policy', models.JSONField(blank=True, default=dict, verbose_name='on failure')),
                ('pinned_output', models.JSONField(blank=True, null=True)),
                ('workflow', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='nodes', to='workflow_editor.workflow', verbose_name='workflow')),
            ],
            options={
                'verbose_name': 'node',
                'verbose_name_plural': 'nodes',
                'ordering': ('id',),
            },
        ),
        migrations.CreateModel(
            name='GraphChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('revision', models.PositiveIntegerField()),
                ('operations', models.JSONField(default=list)),
                ('batch', models.UUIDField(null=True)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('workflow', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='workflow_editor.workflow')),
            ],
            options={
                'verbose_name': 'graph change',
                'verbose_name_plural': 'graph changes',
                'ordering': ('revision',),
            },
        ),
        migrations.AddField(
            model_name='evaluation',
            name='workflow',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='evaluations', to='workflow_editor.workflow', verbose_name='workflow'),
        ),
        migrations.CreateModel(
            name='Edge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('edge_id', models.CharField(max_length=64)),
                ('source_port', models.CharField(default='out', max_length=64)),
                ('target_port', models.CharField(default='in', max_length=64)),
                ('source', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='outgoing', to='workflow_editor.processnode')),
                ('target', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='incoming', to='workflow_editor.processnode')),
                ('workflow', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='edges', to='workflow_editor.workflow')),
            ],
            options={
                'verbose_name': 'connection',
                'verbose_name_plural': 'connections',
                'ordering': ('id',),
            },
        ),
        migrations.CreateModel(
            name='ApiToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120, verbose_name='name')),
                ('prefix', models.CharField(max_length=16, verbose_name='prefix')),
                ('token_hash', models.CharField(max_length=64, unique=True)),
                ('scopes', models.JSONField(default=workflow_editor.models.access.default_scopes, verbose_name='scopes')),
                ('read_only', models.BooleanField(default=False, verbose_name='read-only')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('expires_at', models.DateTimeField(null=True, verbose_name='expires')),
                ('last_used_at', models.DateTimeField(blank=True, null=True, verbose_name='last used')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='user')),
                ('workflow', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='workflow_editor.workflow', verbose_name='workflow')),
            ],
            options={
                'verbose_name': 'API token',
                'verbose_name_plural': 'API tokens',
                'ordering': ('-created_at', '-id'),
            },
        ),
        migrations.CreateModel(
            name='WorkflowMember',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('editor', 'Editor'), ('viewer', 'Viewer')], default='viewer', max_length=10, verbose_name='access')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='user')),
                ('workflow', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='workflow_editor.workflow', verbose_name='workflow')),
            ],
            options={
                'verbose_name': 'member',
                'verbose_name_plural': 'members',
            },
        ),
        migrations.CreateModel(
            name='WorkflowTest',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120, verbose_name='name')),
                ('inputs', models.JSONField(blank=True, default=dict, verbose_name='inputs')),
                ('cassette', models.JSONField(default=dict, verbose_name='cassette')),
                ('assertions', models.JSONField(blank=True, default=list, verbose_name='assertions')),
                ('compares_prompts', models.BooleanField(default=True, verbose_name='compares prompts')),
                ('until_node', models.CharField(blank=True, max_length=64, null=True, verbose_name='last node')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('updated_at', models.DateTimeField(auto_now=True, verbose_name='changed')),
                ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='created by')),
                ('source_run', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='workflow_editor.run', verbose_name='recorded run')),
                ('workflow', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='tests', to='workflow_editor.workflow', verbose_name='workflow')),
            ],
            options={
                'verbose_name': 'workflow test',
                'verbose_name_plural': 'workflow tests',
                'ordering': ('name',),
            },
        ),
        migrations.CreateModel(
            name='WorkflowVersion',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('number', models.PositiveIntegerField(blank=True, null=True, verbose_name='number')),
                ('content_hash', models.CharField(max_length=64)),
                ('document', models.JSONField()),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='created by')),
                ('workflow', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='versions', to='workflow_editor.workflow', verbose_name='workflow')),
            ],
            options={
                'verbose_name': 'version',
                'verbose_name_plural': 'versions',
                'ordering': ('-created_at', '-number'),
            },
        ),
        migrations.CreateModel(
            name='WorkflowTestResult',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('status', models.CharField(choices=[('passed', 'Passed'), ('failed', 'Failed'), ('unfit', 'Cassette does not match')], max_length=6, verbose_name='status')),
                ('findings', models.JSONField(blank=True, default=list, verbose_name='findings')),
                ('usage', models.JSONField(blank=True, default=dict, verbose_name='usage')),
                ('duration_ms', models.PositiveIntegerField(default=0, verbose_name='duration')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='started by')),
                ('run', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='workflow_editor.run', verbose_name='replay')),
                ('test', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='results', to='workflow_editor.workflowtest', verbose_name='test')),
                ('version', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='workflow_editor.workflowversion', verbose_name='version')),
            ],
            options={
                'verbose_name': 'test result',
                'verbose_name_plural': 'test results',
                'ordering': ('-id',),
            },
        ),
        migrations.AddField(
            model_name='run',
            name='version',
            field=models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name='runs', to='workflow_editor.workflowversion', verbose_name='version'),
        ),
        migrations.AddField(
            model_name='evaluationround',
            name='left',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='workflow_editor.workflowversion', verbose_name='version'),
        ),
        migrations.AddField(
            model_name='evaluationround',
            name='right',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='workflow_editor.workflowversion', verbose_name='second version'),
        ),
        migrations.AddIndex(
            model_name='conversation',
            index=models.Index(fields=['user', 'agent', '-updated_at'], name='conversation_of_user'),
        ),
        migrations.AddConstraint(
            model_name='journalrow',
            constraint=models.UniqueConstraint(fields=('node_run', 'seq'), name='journal_seq_once'),
        ),
        migrations.AddConstraint(
            model_name='payloaduse',
            constraint=models.UniqueConstraint(fields=('run', 'payload'), name='payload_use_once'),
        ),
        migrations.AddIndex(
            model_name='noderun',
            index=models.Index(condition=models.Q(('status', 'queued')), fields=['queued_at'], name='node_run_queued'),
        ),
        migrations.AddIndex(
            model_name='noderun',
            index=models.Index(condition=models.Q(('status', 'running')), fields=['lease_until'], name='node_run_leased'),
        ),
        migrations.AddConstraint(
            model_name='noderun',
            constraint=models.UniqueConstraint(fields=('run', 'node_key', 'scope'), name='node_run_once'),
        ),
        migrations.AddConstraint(
            model_name='evaluationscore',
            constraint=models.UniqueConstraint(fields=('round', 'case', 'side'), name='evaluation_score_once'),
        ),
        migrations.AddConstraint(
            model_name='containerstate',
            constraint=models.UniqueConstraint(fields=('run', 'node_key', 'scope'), name='container_state_once'),
        ),
        migrations.AddConstraint(
            model_name='containerpass',
            constraint=models.UniqueConstraint(fields=('run', 'node_key', 'scope', 'index'), name='container_pass_once'),
        ),
        migrations.AddConstraint(
            model_name='containeritems',
            constraint=models.UniqueConstraint(fields=('run', 'node_key', 'scope', 'start'), name='container_items_once'),
        ),
        migrations.AddConstraint(
            model_name='runevent',
            constraint=models.UniqueConstraint(fields=('run', 'seq'), name='run_event_seq_once'),
        ),
        migrations.AddConstraint(
            model_name='runjoin',
            constraint=models.UniqueConstraint(fields=('run', 'node_key', 'scope'), name='run_join_once'),
        ),
        migrations.AddIndex(
            model_name='wait',
            index=models.Index(condition=models.Q(('answered_at__isnull', True), ('due_at__isnull', False)), fields=['due_at'], name='wait_due'),
        ),
        migrations.AddIndex(
            model_name='wait',
            index=models.Index(fields=['kind', '-created_at'], name='wait_kind_created'),
        ),
        migrations.AddConstraint(
            model_name='wait',
            constraint=models.UniqueConstraint(condition=models.Q(('answered_at__isnull', True)), fields=('node_run',), name='wait_open_once'),
        ),
        migrations.AddIndex(
            model_name='workflow',
            index=models.Index(fields=['owner', '-updated_at'], name='workflow_owner_updated'),
        ),
        migrations.AddConstraint(
            model_name='processnode',
            constraint=models.UniqueConstraint(fields=('workflow', 'key'), name='node_key_once'),
        ),
        migrations.AddConstraint(
            model_name='processnode',
            constraint=models.UniqueConstraint(fields=('workflow', 'name'), name='node_name_once'),
        ),
        migrations.AddConstraint(
            model_name='graphchange',
            constraint=models.UniqueConstraint(fields=('workflow', 'revision'), name='graph_change_revision_once'),
        ),
        migrations.AddConstraint(
            model_name='graphchange',
            constraint=models.UniqueConstraint(fields=('workflow', 'batch'), name='graph_change_batch_once'),
        ),
        migrations.AddConstraint(
            model_name='edge',
            constraint=models.UniqueConstraint(fields=('workflow', 'edge_id'), name='edge_id_once'),
        ),
        migrations.AddConstraint(
            model_name='edge',
            constraint=models.UniqueConstraint(fields=('source', 'source_port', 'target', 'target_port'), name='edge_between_ports_once'),
        ),
        migrations.AddConstraint(
            model_name='workflowmember',
            constraint=models.UniqueConstraint(fields=('workflow', 'user'), name='workflow_member_once'),
        ),
        migrations.AddConstraint(
            model_name='workflowtest',
            constraint=models.UniqueConstraint(fields=('workflow', 'name'), name='workflow_test_name_once'),
        ),
        migrations.AddConstraint(
            model_name='workflowversion',
            constraint=models.UniqueConstraint(fields=('workflow', 'number'), name='version_number_once'),
        ),
        migrations.AddConstraint(
            model_name='workflowversion',
            constraint=models.UniqueConstraint(condition=models.Q(('number__isnull', True)), fields=('workflow', 'content_hash'), name='version_snapshot_once'),
        ),
        migrations.AddIndex(
            model_name='workflowtestresult',
            index=models.Index(fields=['test', '-id'], name='test_result_newest'),
        ),
        migrations.AddIndex(
            model_name='run',
            index=models.Index(fields=['workflow', '-created_at'], name='run_workflow_created'),
        ),
        migrations.AddIndex(
            model_name='run',
            index=models.Index(fields=['-created_at'], name='run_created'),
        ),
        migrations.AddIndex(
            model_name='run',
            index=models.Index(condition=models.Q(('finished_at__isnull', False), ('history_bytes__isnull', True)), fields=['finished_at'], name='run_unmeasured'),
        ),
        migrations.AddIndex(
            model_name='run',
            index=models.Index(condition=models.Q(('status__in', ('queued', 'running', 'waiting'))), fields=['created_at'], name='run_open'),
        ),
        migrations.AddIndex(
            model_name='run',
            index=models.Index(condition=models.Q(('held', True), ('status', 'queued')), fields=['workflow', 'created_at'], name='run_held'),
        ),
        migrations.AddIndex(
            model_name='run',
            index=models.Index(condition=models.Q(('parent_node_run__isnull', False)), fields=['parent_node_run'], name='run_of_node'),
        ),
        migrations.AddIndex(
            model_name='run',
            index=models.Index(condition=models.Q(('forked_from__isnull', False)), fields=['forked_from'], name='run_fork'),
        ),
        migrations.AddIndex(
            model_name='run',
            index=models.Index(condition=models.Q(('deadline_at__isnull', False), ('status__in', ('queued', 'running', 'waiting'))), fields=['deadline_at'], name='run_deadline'),
        ),
        migrations.AddConstraint(
            model_name='run',
            constraint=models.UniqueConstraint(condition=models.Q(('idempotency_key__isnull', False)), fields=('workflow', 'created_by', 'idempotency_key'), name='run_idempotency_key_once'),
        ),
        migrations.AddIndex(
            model_name='evaluationround',
            index=models.Index(condition=models.Q(('finished_at__isnull', True)), fields=['created_at'], name='evaluation_round_open'),
        ),
    ]
