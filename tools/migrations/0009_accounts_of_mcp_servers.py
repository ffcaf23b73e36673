from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tools", "0008_consents_on_other_devices")]

    operations = [
        migrations.AddField(model_name="account", name="resource", field=models.CharField(blank=True, max_length=2000)),
        migrations.AddField(model_name="account", name="issuer", field=models.CharField(blank=True, max_length=2000)),
        migrations.AddField(model_name="account", name="sends_issuer", field=models.BooleanField(default=False)),
    ]
