import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tools", "0006_test_values_of_credentials")]

    operations = [
        migrations.AddField(
            model_name="credential",
            name="max_calls",
            field=models.PositiveIntegerField(
                default=0, validators=[django.core.validators.MaxValueValidator(1000)], verbose_name="most calls"
            ),
        ),
        migrations.AddField(
            model_name="credential",
            name="per_seconds",
            field=models.PositiveIntegerField(
                default=60,
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(86400),
                ],
                verbose_name="in seconds",
            ),
        ),
    ]
