from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('workflow_editor', '0002_waits_and_limits'),
    ]

    operations = [
        migrations.AddField(
            model_name='noderun',
            name='due_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='processnode',
            name='policy',
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AlterField(
            model_name='noderun',
            name='scope',
            field=models.CharField(blank=True, default='', max_length=400, verbose_name='scope'),
        ),
        migrations.AlterField(
            model_name='runjoin',
            name='scope',
            field=models.CharField(blank=True, default='', max_length=400),
        ),
    ]
