import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("workflow_editor", "0031_offered_names")]

    operations = [
        migrations.AddField(
            model_name="inboxitem",
            name="trigger",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="inbox_items",
                to="workflow_editor.trigger",
            ),
        ),
        migrations.AddField(model_name="inboxitem", name="notice", field=models.JSONField(null=True)),
        migrations.AlterField(
            model_name="inboxitem",
            name="comment",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="inbox_items",
                to="workflow_editor.comment",
            ),
        ),
        migrations.AlterField(
            model_name="inboxitem",
            name="kind",
            field=models.CharField(
                choices=[("mention", "Mention"), ("reply", "Reply"), ("paused", "Paused")], max_length=10
            ),
        ),
        migrations.AddConstraint(
            model_name="inboxitem",
            constraint=models.UniqueConstraint(fields=("user", "trigger"), name="inbox_item_of_trigger_once"),
        ),
        migrations.AddConstraint(
            model_name="inboxitem",
            constraint=models.CheckConstraint(
                condition=models.Q(("comment__isnull", False), ("trigger__isnull", False), _connector="XOR"),
                name="inbox_item_subject",
            ),
        ),
    ]
