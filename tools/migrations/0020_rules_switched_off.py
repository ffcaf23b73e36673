from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tools", "0019_audit_filters"),
    ]

    operations = [
        migrations.AddField(
            model_name="toolpolicy",
            name="enabled",
            field=models.BooleanField(db_default=True, default=True, verbose_name="enabled"),
        ),
    ]
