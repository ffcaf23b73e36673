"""Every service that accounts are connected of: consent, exchange and renewal in the spelling of its row."""

import json
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest

from tools.executors.accounts import SERVICES
from tools.outbound.client import OutboundClient, OutboundResponse
from tools.outbound.oauth.answers import OauthError, read_tokens
from tools.outbound.oauth.client import OauthClient, new_secret
from tools.outbound.oauth.service import Service

CALLBACK = "https://flowloom.example.com/oauth/callback"


def placed(url: str, service: Service) -> str:
    for place, value in service.places.items():
        url = url.replace(f"{{{place}}}", value)
    return url


def client_of(service: Service) -> OauthClient:
    return OauthClient(
        service,
        placed(service.authorize_url, service),
        placed(service.token_url, service),
        "planted-app",
        "planted secret+9",
        service.all_scopes,
        service.client_auth,
    )


class Recorder(httpx2.BaseTransport):
    """Answers each request with the same tokens, and keeps what it was asked."""

    def __init__(self, answer: object) -> None:
        self.answer = answer
        self.asked: list[httpx2.Request] = []

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        self.asked.append(request)
        return httpx2.Response(200, json=self.answer)


def outbound(transport: httpx2.BaseTransport) -> OutboundClient:
    return OutboundClient(resolve=lambda _host, _port: ["93.184.215.14"], transport=transport)


def sent(request: httpx2.Request, service: Service) -> dict[str, str]:
    body = request.read().decode()
    if service.body_format == "json":
        found: dict[str, str] = json.loads(body)
        return found
    return {name: values[0] for name, values in parse_qs(body).items()}


@pytest.mark.parametrize("key", [key for key, service in SERVICES.items() if service.authorize_url])
def test_a_service_asks_exchanges_and_renews(key: str) -> None:
    service = SERVICES[key]
    client, verifier, state = client_of(service), new_secret(), new_secret()
    consent = urlsplit(client.consent_url(redirect_uri=CALLBACK, state=state, verifier=verifier))
    query = {name: values[0] for name, values in parse_qs(consent.query).items()}
    assert consent.scheme == "https"
    named = query[service.client_id_name]
    assert (named, query["redirect_uri"], query["state"]) == ("planted-app", CALLBACK, state)
    assert query.get("scope", "") == service.scope_separator.join(service.all_scopes)
    assert ("code_challenge" in query) is service.pkce
    assert service.extra.items() <= query.items()
    transport = Recorder({"access_token": "planted-a", "refresh_token": "planted-r", "expires_in": "60"})
    tokens = client.exchange(outbound(transport), code="planted-code", redirect_uri=CALLBACK, verifier=verifier)
    client.refresh(outbound(transport), tokens.refresh_token)
    exchanged, renewed = (sent(request, service) for request in transport.asked[:2])
    to = [placed(url, service) for url in (service.token_url, service.refresh_url or service.token_url)]
    assert [str(request.url) for request in transport.asked] == [*to, *filter(None, [service.prolong_url])]
    grant, refresh = (service.renamed.get(name, name) for name in ("grant_type", "refresh_token"))
    assert (exchanged[grant], exchanged["code"]) == ("authorization_code", "planted-code")
    assert (exchanged.get("code_verifier") == verifier) is service.pkce
    assert (renewed[grant], renewed[refresh]) == ("refresh_token", "planted-r")
    proved = [name for name in ("client_secret", "clientSecret") if name in exchanged]
    assert bool(proved) != transport.asked[0].headers.get("authorization", "").startswith("Basic ")


APPS = {
    "feishu": ("POST", {"code": 0, "tenant_access_token": "planted-a", "expire": 7200}),
    "dingtalk": ("POST", {"accessToken": "planted-a", "expireIn": 7200}),
    "wecom": ("GET", {"errcode": 0, "errmsg": "ok", "access_token": "planted-a", "expires_in": 7200}),
}


def test_every_token_of_an_app_is_tried() -> None:
    assert {key for key, service in SERVICES.items() if service.app_tokens} == set(APPS)


@pytest.mark.parametrize("key", APPS)
def test_an_app_gets_a_token_of_its_own(key: str) -> None:
    method, answer = APPS[key]
    service, app = SERVICES[key], SERVICES[key].app_tokens
    assert app is not None
    transport = Recorder(answer)
    client = OauthClient(service, "", app.url, "planted-app", "planted secret+9", (), "client_secret_post")
    tokens = client.own_token(outbound(transport))
    assert (tokens.access_token, tokens.refresh_token) == ("planted-a", "")
    assert tokens.expires_at is not None
    [request] = transport.asked
    given = dict(request.url.params) if method == "GET" else json.loads(request.read())
    assert given == {app.client_id: "planted-app", app.client_secret: "planted secret+9"}
    assert (request.method, str(request.url.copy_with(query=None))) == (method, app.url)


def test_a_wrong_secret_of_an_app_is_a_refusal() -> None:
    client = OauthClient(SERVICES["wecom"], "", "https://qyapi.weixin.qq.com/cgi-bin/gettoken", "a", "b")
    with pytest.raises(OauthError, match="invalid credential"):
        client.own_token(outbound(Recorder({"errcode": 40001, "errmsg": "invalid credential"})))


def answered(body: object, status: int = 200) -> OutboundResponse:
    return OutboundResponse(status, "", {}, json.dumps(body).encode(), "utf-8")


@pytest.mark.parametrize(
    "body",
    [
        {"access_token": "planted-a", "refresh_token": "planted-r", "expires_in": 60},
        {"accessToken": "planted-a", "refreshToken": "planted-r", "expireIn": 60},
        {"code": 0, "data": {"access_token": "planted-a", "refresh_token": "planted-r", "expires_in": "60"}},
        {"ok": True, "authed_user": {"access_token": "planted-a", "refresh_token": "planted-r", "expires_in": 60}},
    ],
)
def test_tokens_come_in_many_spellings(body: object) -> None:
    tokens = read_tokens(answered(body))
    assert (tokens.access_token, tokens.refresh_token) == ("planted-a", "planted-r")
    assert tokens.expires_at is not None


@pytest.mark.parametrize(
    ("body", "status", "error"),
    [
        ({"error": "invalid_grant"}, 400, "invalid_grant"),
        ({"error": "invalid_scope", "access_token": "planted-a"}, 400, "invalid_scope"),
        ({"error": "bad_verification_code", "error_description": "used"}, 200, "bad_verification_code"),
        ({"ok": False, "error": "invalid_code"}, 200, "invalid_code"),
        ({"code": 20037, "msg": "expired"}, 400, "20037"),
        ({"data": {"error_code": "10010", "description": "expired"}, "message": "error"}, 200, "10010"),
    ],
)
def test_a_refusal_is_none_of_them(body: object, status: int, error: str) -> None:
    with pytest.raises(OauthError) as refused:
        read_tokens(answered(body, status))
    assert refused.value.error == error


@pytest.mark.parametrize("key", SERVICES)
def test_each_service_has_the_words_of_its_app_pages(key: str) -> None:
    """Three steps: a page and what to choose there, the field of the callback address, the two values to copy."""
    service = SERVICES[key]
    assert service.console.startswith("https://")
    assert service.app is not None
    assert service.app.made
    assert service.app.client_id
    assert service.app.client_secret
    assert bool(service.app.callback) == bool(service.authorize_url)
