"""Tools for Douyin lose what they kept of an app of their own, and keep everything else."""

from typing import Any

from tests.upgrades.installation import Models, api_of
from tools.secrets import encryption

APP = {"clientKey": "aw1", "openId": "open-1"}
SECRETS = {"clientSecret": "secret-1", "refreshToken": "token-1"}
VIDEO = {"action": "publish", "title": "Looms", "tags": ["weaving"]}


def insert(models: Models) -> list[Any]:
    models["tools.OauthGrant"].create(key="0" * 64, ciphertext=encryption.encrypt({"token": "token-1"}))
    return [
        _tool(models, "douyin-video", "Videos", APP | VIDEO, SECRETS),
        _tool(models, "douyin-video", "New", {"action": "list"}, {}),
        _tool(models, "web-search", "Search", {"clientKey": "kept"}, {"apiKey": "secret-2"}),
    ]


def check(inserted: list[Any]) -> None:
    api = api_of("alice")
    videos, new, search = (api.get(f"/api/tools/configs/{pk}/").json() for pk in inserted)
    assert (videos["config"], videos["secrets_set"], videos["enabled"]) == (VIDEO, [], True)
    assert (new["config"], new["secrets_set"]) == ({"action": "list"}, [])
    assert (search["config"]["clientKey"], search["secrets_set"]) == ("kept", ["apiKey"])
    assert [one["name"] for one in api.get("/api/credentials/").json()] == ["Search"]
    app = {"name": "Douyin", "service": "douyin", "client_id": "aw1", "client_secret": "secret-1"}
    account = api.post("/api/accounts/", app, format="json").json()
    config = VIDEO | {"credential": account["id"]}
    answer = api.patch(f"/api/tools/configs/{videos['id']}/", {"config": config}, format="json")
    assert (answer.status_code, answer.json()["config"]) == (200, config)


def _tool(models: Models, kind: str, name: str, config: Any, secrets: Any) -> Any:
    owner, credential = models.person("alice"), None
    if secrets:
        credential = models["tools.Credential"].create(
            name=name, kind="tool", owner=owner, ciphertext=encryption.encrypt(secrets), value_names=sorted(secrets)
        )
    tool = models["tools.ToolConfig"].create(type=kind, name=name, owner=owner, config=config, credential=credential)
    return tool.pk
