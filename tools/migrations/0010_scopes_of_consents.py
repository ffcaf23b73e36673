from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tools", "0009_accounts_of_mcp_servers")]

    operations = [
        migrations.AddField(model_name="consent", name="scopes", field=models.JSONField(default=list)),
        migrations.AddField(model_name="deviceconsent", name="scopes", field=models.JSONField(default=list)),
    ]
