from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tools', '0018_pass_of_calls'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddIndex(
            model_name='accessevent',
            index=models.Index(fields=['username', '-id'], name='access_event_by_name'),
        ),
        migrations.AddIndex(
            model_name='toolinvocation',
            index=models.Index(fields=['username', '-id'], name='invocation_by_name'),
        ),
        migrations.AddIndex(
            model_name='toolinvocation',
            index=models.Index(fields=['decision', '-id'], name='invocation_by_decision'),
        ),
    ]
