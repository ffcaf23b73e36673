from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tools", "0010_scopes_of_consents")]

    operations = [
        migrations.AddField(
            model_name="credential",
            name="proxy",
            field=models.CharField(
                blank=True, db_default="", default="", editable=False, max_length=300, verbose_name="proxy"
            ),
        ),
        migrations.AddField(
            model_name="credential",
            name="proxy_ciphertext",
            field=models.TextField(blank=True, db_default="", default="", editable=False),
        ),
    ]
