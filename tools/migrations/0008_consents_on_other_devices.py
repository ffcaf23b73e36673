import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tools", "0007_calls_of_credentials")]

    operations = [
        migrations.CreateModel(
            name="DeviceConsent",
            fields=[
                (
                    "account",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="tools.account",
                    ),
                ),
                ("device_code", models.TextField()),
                ("interval_s", models.PositiveIntegerField()),
                ("ask_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
            ],
            options={
                "verbose_name": "consent on another device",
                "verbose_name_plural": "consents on other devices",
            },
        ),
        migrations.AddField(
            model_name="account", name="device_url", field=models.CharField(blank=True, max_length=2000)
        ),
        migrations.AlterField(
            model_name="account",
            name="grant",
            field=models.CharField(
                choices=[
                    ("authorization_code", "a person consents"),
                    ("device_code", "a person consents on another device"),
                    ("client_credentials", "the app itself"),
                ],
                default="authorization_code",
                max_length=20,
                verbose_name="grant",
            ),
        ),
    ]
