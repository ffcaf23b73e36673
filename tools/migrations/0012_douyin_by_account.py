"""Videos of Douyin are published with a connected account: what a tool kept of an app of its own is dropped."""

from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

_OWN_APP = ("clientKey", "clientSecret", "authorizationCode", "refreshToken", "openId")


def drop_apps(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """The tool stays, and asks for an account."""
    tools: Any = apps.get_model("tools", "ToolConfig").objects  # as it was then
    for tool in tools.filter(type="douyin-video"):
        secrets = tool.credential
        tool.config = {name: value for name, value in tool.config.items() if name not in _OWN_APP}
        tool.credential = None
        tool.save(update_fields=["config", "credential"])
        if secrets is not None:
            secrets.delete()


class Migration(migrations.Migration):
    dependencies = [("tools", "0011_proxies_of_credentials")]

    operations = [
        migrations.RunPython(drop_apps, migrations.RunPython.noop, elidable=False),
        migrations.DeleteModel("OauthGrant"),
    ]
