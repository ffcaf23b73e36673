import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('workflow_editor', '0006_event_partitions'),
    ]

    operations = [
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
                'constraints': [models.UniqueConstraint(fields=('run', 'node_key', 'scope', 'start'), name='container_items_once')],
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
                'constraints': [models.UniqueConstraint(fields=('run', 'node_key', 'scope', 'index'), name='container_pass_once')],
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
                'constraints': [models.UniqueConstraint(fields=('run', 'node_key', 'scope'), name='container_state_once')],
            },
        ),
    ]
