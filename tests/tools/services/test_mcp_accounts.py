"""Accounts at MCP servers that ask for consent: with a server of the `mcp` package, and with servers that deceive."""

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest
from django.contrib.auth.models import User
from django.test import Client
from rest_framework.test import APIClient

from tests.doubles.http_server import LoopbackServer, Received, Reply, serving
from tests.doubles.mcp_oauth import SCOPE, Consents, mcp_with_consent
from tests.doubles.proxy import tunnels_to
from tests.doubles.tool_ports import Bench, Cancel, MemoryCredentials
from tools.calls.toolbox import GatewayToolbox
from tools.core.definitions import CallContext, Caller, CredentialUse, ToolCall, ToolRef
from tools.core.envelope import ToolResult
from tools.core.errors import OutboundBlockedError, ToolError
from tools.core.ports import ConfiguredTool
from tools.core.tool_id import ToolId
from tools.executors.mcp_server.executor import McpServerExecutor
from tools.mcp.clients import McpClients
from tools.models import Account
from tools.outbound.client import OutboundClient
from tools.outbound.http_credential import HttpCredential
from tools.outbound.oauth.discovery import discover
from tools.outbound.origins import origin_of
from tools.services import mcp_accounts
from tools.services.account_tokens import account_outbound
from tools.services.accounts import account_connect, account_finish
from tools.services.mcp_accounts import mcp_account_create
from tools.services.stored_credentials import OrmCredentialStore

SESSION, CALLBACK = "session-1", "http://127.0.0.1:1/oauth/callback"
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def allowed(settings: Any) -> None:
    settings.OUTBOUND_ALLOW = ["127.0.0.1"]


@pytest.fixture(scope="module")
def server() -> Iterator[tuple[str, Consents]]:
    with mcp_with_consent() as found:
        yield found


def connected(owner: User, url: str) -> Account:
    account = mcp_account_create(owner=owner, name="Notes", url=url, redirect_uri=CALLBACK)
    consent = account_connect(account=account, user=owner, session_key=SESSION, redirect_uri=CALLBACK)
    sent_back = httpx2.get(consent, follow_redirects=False).headers["location"]
    answer = {name: values[0] for name, values in parse_qs(urlsplit(sent_back).query).items()}
    return account_finish(answer=answer, user=owner, session_key=SESSION)


class StoredCredentials(MemoryCredentials):
    """Those of the database."""

    def find(self, credential_id: str, owner_id: int | None) -> CredentialUse | None:
        return OrmCredentialStore().find(credential_id, owner_id)

    def open(self, use: CredentialUse, *, refused: str = "") -> HttpCredential:
        return OrmCredentialStore().open(use, refused=refused)


def offered(owner: User, url: str, account: Account) -> GatewayToolbox:
    """Return the tools of a server that is called with the account."""
    bench = Bench(mcp=McpClients(["127.0.0.1"]), credentials=StoredCredentials())
    bench.registry.register(McpServerExecutor())
    config = {"url": url, "credential": str(account.pk)}
    bench.tools.by_id["m1"] = ConfiguredTool("m1", "mcp-server", "Notes", "", True, config, owner_id=owner.pk)
    context = CallContext(Caller(owner.pk, owner.username, frozenset()), workflow_id="w1", run_id="r1", node_key="n1")
    return bench.gateway().offer([ToolRef(ToolId("tool:m1"))], context)


@pytest.fixture
def account(alice: User, server: tuple[str, Consents]) -> Account:
    return connected(alice, server[0])


class TestConnecting:
    def test_the_other_documents_all_that_is_needed(self, account: Account, server: tuple[str, Consents]) -> None:
        url, consents = server
        assert account.state == Account.State.CONNECTED
        assert (account.scopes, account.granted_scopes) == ([SCOPE], [SCOPE])
        assert account.credential.use().origins == {origin_of(url)}
        assert account.resource == url
        assert consents.asked[-1].resource == url
        app = consents.apps[str(account.credential.values()["client_id"])]
        assert [str(one) for one in app.redirect_uris or []] == [CALLBACK]

    def test_an_app_that_was_registered_by_hand_is_used(self, alice: User, server: tuple[str, Consents]) -> None:
        account = mcp_account_create(
            owner=alice, name="Notes", url=server[0], redirect_uri=CALLBACK, client_id="planted-app"
        )
        assert account.credential.values()["client_id"] == "planted-app"
        assert account.client_auth == "none"

    def test_over_http(self, alice_api: APIClient, server: tuple[str, Consents]) -> None:
        made = alice_api.post("/api/accounts/mcp/", {"name": "Notes", "url": server[0]}, format="json")
        assert made.status_code == 201, made.content
        assert made.json()["account"] | {"scopes": [SCOPE]} == made.json()["account"]
        url = alice_api.post(f"/api/accounts/{made.json()['id']}/consent/").json()["url"]
        assert parse_qs(urlsplit(url).query)["resource"] == [server[0]]


class TestCalling:
    @pytest.fixture
    def toolbox(self, account: Account, alice: User, server: tuple[str, Consents]) -> Iterator[GatewayToolbox]:
        toolbox = offered(alice, server[0], account)
        yield toolbox
        toolbox.close()

    def echo(self, toolbox: GatewayToolbox, word: str) -> ToolResult:
        (name,) = [one.function.name for one in toolbox.tools()]
        return toolbox.call(ToolCall("c1", name, {"word": word}), timeout_s=20, cancel=Cancel())

    def test_the_account_signs_all_requests(self, toolbox: GatewayToolbox) -> None:
        assert self.echo(toolbox, "tea").data == {"word": "tea"}

    def test_a_token_that_ends_while_the_connection_is_open_is_renewed(
        self, toolbox: GatewayToolbox, server: tuple[str, Consents], account: Account
    ) -> None:
        self.echo(toolbox, "tea")
        before = account.credential.values()["secret"]
        server[1].end_access()
        assert self.echo(toolbox, "more").data == {"word": "more"}
        assert before != Account.objects.get().credential.values()["secret"]

    def test_what_the_server_repeats_of_a_token_is_not_shown(
        self, toolbox: GatewayToolbox, server: tuple[str, Consents]
    ) -> None:
        self.echo(toolbox, "tea")
        server[1].end_access()
        self.echo(toolbox, "tea")
        token = str(Account.objects.get().credential.values()["secret"])
        assert token not in str(self.echo(toolbox, f"it was {token}").data)

    def test_a_consent_that_has_ended_asks_for_another(
        self, toolbox: GatewayToolbox, server: tuple[str, Consents]
    ) -> None:
        self.echo(toolbox, "tea")
        server[1].revoke()
        result = self.echo(toolbox, "tea")
        assert not result.success
        assert "Under Settings, Credentials, alice can connect it" in str(result.message)


class TestAnotherOrigin:
    def test_the_token_goes_nowhere_else(self, account: Account, alice: User) -> None:
        with serving(lambda _: Reply(200)) as other:
            toolbox = offered(alice, f"{other.url}/mcp", account)
            assert toolbox.tools() == ()
            assert other.received == []


def deceiving(metadata: dict[str, Any], server: dict[str, Any]) -> Callable[[Received], Reply]:
    """Return a server with contradictory documents; `{url}` is replaced by its own address."""

    def answer(request: Received) -> Reply:
        url = f"http://{request.headers['host']}"

        def filled(document: dict[str, Any]) -> Reply:
            return Reply.of_json(
                {
                    name: value.replace("{url}", url) if isinstance(value, str) else value
                    for name, value in document.items()
                    if value is not None
                }
            )

        if request.path == "/.well-known/oauth-protected-resource/mcp":
            usual = {"resource": "{url}/mcp", "authorization_servers": [url]}
            return filled(usual | metadata)
        if request.path == "/.well-known/oauth-authorization-server":
            return filled(
                {
                    "issuer": "{url}",
                    "authorization_endpoint": "{url}/authorize",
                    "token_endpoint": "{url}/token",
                    "registration_endpoint": "{url}/register",
                    "code_challenge_methods_supported": ["S256"],
                }
                | server
            )
        return Reply(401 if request.path == "/mcp" else 404)

    return answer


@pytest.fixture
def outbound() -> OutboundClient:
    return OutboundClient(["127.0.0.1"])


DECEITS: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    ("another resource", {"resource": "https://bank.example/mcp"}, {}, "describes another server"),
    ("a resource beside it", {"resource": "{url}/mcp2"}, {}, "describes another server"),
    ("a resource that is none", {"resource": 5}, {}, "describes another server"),
    ("another issuer", {}, {"issuer": "https://bank.example"}, "gives another name"),
    ("no PKCE", {}, {"code_challenge_methods_supported": None}, "does not support PKCE"),
    ("plain PKCE", {}, {"code_challenge_methods_supported": ["plain"]}, "does not support PKCE"),
    ("no place for consent", {}, {"authorization_endpoint": None}, "does not name a page for giving consent"),
    ("a private issuer", {"authorization_servers": ["http://169.254.169.254"]}, {}, "private or reserved"),
    ("a private token address", {}, {"token_endpoint": "http://10.0.0.1/token"}, "private or reserved"),
    ("a script as address", {}, {"authorization_endpoint": "javascript:alert(1)"}, "no http or https URL"),
]


@pytest.mark.parametrize(
    ("metadata", "other_documents", "sentence"), [row[1:] for row in DECEITS], ids=[row[0] for row in DECEITS]
)
def test_a_server_that_deceives_is_refused(
    metadata: dict[str, Any], other_documents: dict[str, Any], sentence: str, outbound: OutboundClient
) -> None:
    with serving(deceiving(metadata, other_documents)) as server, pytest.raises(ToolError, match=sentence):
        discover(outbound, f"{server.url}/mcp")


def test_an_honest_one_is_read(outbound: OutboundClient) -> None:
    with serving(deceiving({"scopes_supported": ["a", "b"]}, {})) as server:
        found = discover(outbound, f"{server.url}/mcp")
        assert (found.resource, found.issuer, found.scopes) == (f"{server.url}/mcp", server.url, ("a", "b"))


def test_the_challenge_names_scope_and_metadata(outbound: OutboundClient) -> None:
    honest = deceiving({"scopes_supported": ["a", "b"]}, {})

    def answer(request: Received) -> Reply:
        if request.path == "/meta":
            url = f"http://{request.headers['host']}"
            return Reply.of_json({"resource": url, "authorization_servers": [url]})
        if request.path == "/mcp":
            where = f"http://{request.headers['host']}/meta"
            header = f'Bearer error="invalid_token", resource_metadata="{where}", scope="c d"'
            return Reply(401, b"", {"WWW-Authenticate": header})
        return honest(request)

    with serving(answer) as server:
        found = discover(outbound, f"{server.url}/mcp")
        assert (found.resource, found.scopes) == (server.url, ("c", "d"))


def test_without_metadata_the_server_itself_gives_consent(outbound: OutboundClient) -> None:
    honest = deceiving({}, {})

    def answer(request: Received) -> Reply:
        return Reply(404) if "protected-resource" in request.path else honest(request)

    with serving(answer) as server:
        found = discover(outbound, f"{server.url}/mcp")
        assert (found.resource, found.issuer) == (f"{server.url}/mcp", server.url)


def test_a_server_with_tls_names_no_address_without() -> None:
    outbound = OutboundClient(
        transport=httpx2.MockTransport(
            lambda _: httpx2.Response(
                401, headers={"www-authenticate": 'Bearer resource_metadata="http://a.example/m"'}
            )
        ),
        resolve=lambda _host, _port: ["93.184.215.14"],
    )
    with pytest.raises(ToolError, match="without TLS"):
        discover(outbound, "https://mcp.example/mcp")


def test_a_private_server_is_not_asked(server: tuple[str, Consents]) -> None:
    with pytest.raises(OutboundBlockedError):
        discover(OutboundClient(), server[0])


def test_an_answer_without_its_issuer_is_refused(alice: User) -> None:
    def answer(request: Received) -> Reply:
        if request.path == "/register":
            return Reply.of_json({"client_id": "planted-app"}, 201)
        return deceiving({}, {"authorization_response_iss_parameter_supported": True})(request)

    with serving(answer) as other:
        for issuer in ({}, {"iss": "https://bank.example"}):
            made = mcp_account_create(
                owner=alice, name=f"Notes {issuer}", url=f"{other.url}/mcp", redirect_uri=CALLBACK
            )
            url = account_connect(account=made, user=alice, session_key=SESSION, redirect_uri=CALLBACK)
            state = parse_qs(urlsplit(url).query)["state"][0]
            with pytest.raises(ToolError, match="unknown"):
                account_finish(answer={"state": state, "code": "c", **issuer}, user=alice, session_key=SESSION)
        assert _asked_for_tokens(other) == 0


DOCUMENTS = {"client_id_metadata_document_supported": True}
OURS = "https://flowloom.example/api/accounts/app.json"


@pytest.mark.parametrize(
    ("server", "document", "hosts", "client_id"),
    [
        (DOCUMENTS, OURS, ["93.184.215.14"], OURS),
        (DOCUMENTS | {"token_endpoint_auth_methods_supported": ["none"]}, OURS, ["93.184.215.14"], OURS),
        (DOCUMENTS | {"token_endpoint_auth_methods_supported": ["private_key_jwt"]}, OURS, ["93.184.215.14"], ""),
        ({}, OURS, ["93.184.215.14"], ""),
        ({"client_id_metadata_document_supported": "yes"}, OURS, ["93.184.215.14"], ""),
        (DOCUMENTS, OURS, ["10.0.0.7"], ""),
        (DOCUMENTS, OURS.replace("https", "http"), ["93.184.215.14"], ""),
    ],
    ids=["takes it", "and says how", "wants a key", "does not", "says it badly", "private", "without TLS"],
)
def test_a_document_about_the_app_comes_before_registration(
    alice: User,
    monkeypatch: pytest.MonkeyPatch,
    server: dict[str, Any],
    document: str,
    hosts: list[str],
    client_id: str,
) -> None:
    honest = deceiving({}, server)

    def answer(request: Received) -> Reply:
        return Reply.of_json({"client_id": "registered"}, 201) if request.path == "/register" else honest(request)

    def resolve(host: str, _port: int) -> list[str]:
        return hosts if host == "flowloom.example" else [host]

    monkeypatch.setattr(mcp_accounts, "outbound_client", lambda: OutboundClient(["127.0.0.1"], resolve=resolve))
    with serving(answer) as other:
        made = mcp_account_create(
            owner=alice, name="Notes", url=f"{other.url}/mcp", redirect_uri=CALLBACK, app_document=document
        )
        registered = [request for request in other.received if request.path == "/register"]
    assert made.credential.values()["client_id"] == (client_id or "registered")
    assert bool(registered) is not bool(client_id)
    assert made.client_auth == "none"


@pytest.mark.parametrize("server", [{}, DOCUMENTS], ids=["registers", "reads a document"])
def test_all_its_requests_take_the_proxy_that_was_entered(
    alice: User, alice_api: APIClient, server: dict[str, Any], settings: Any
) -> None:
    honest = deceiving({}, server)

    def answer(request: Received) -> Reply:
        return Reply.of_json({"client_id": "registered"}, 201) if request.path == "/register" else honest(request)

    with serving(answer) as other, tunnels_to(other.server_port) as proxy:
        proxy.user = "me:planted-pass"
        body = {"name": "Notes", "url": f"{other.url}/mcp", "proxy": f"http://me:planted-pass@127.0.0.1:{proxy.port}"}
        made = alice_api.post("/api/accounts/mcp/", body, format="json")
        assert (made.status_code, made.json()["proxy"]) == (201, f"http://127.0.0.1:{proxy.port}")
        assert proxy.places == [f"127.0.0.1:{other.server_port}"] * len(other.received)
        assert other.received[-1].path == "/register"
        assert "planted-pass" not in repr([(one.path, one.headers, one.body) for one in other.received])
        over = account_outbound(Account.objects.get()).proxy
        assert over is not None
        assert over.port == proxy.port


def test_a_document_is_offered_whatever_the_way_to_the_server(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    client = OutboundClient(["127.0.0.1"], resolve=lambda host, _: ["93.184.215.14" if host in OURS else host])
    monkeypatch.setattr(mcp_accounts, "outbound_client", lambda: client)
    with serving(deceiving({}, DOCUMENTS)) as other, tunnels_to(other.server_port) as proxy:
        made = mcp_account_create(
            owner=alice,
            name="Notes",
            url=f"{other.url}/mcp",
            redirect_uri=CALLBACK,
            app_document=OURS,
            proxy=f"http://127.0.0.1:{proxy.port}",
        )
    assert made.credential.values()["client_id"] == OURS


@pytest.mark.parametrize("address", ["http://me:planted-pass@10.0.0.7:3128", "socks5://planted-pass@a.example"])
def test_a_proxy_that_cannot_be_one_is_refused_before_anything_is_sent(alice_api: APIClient, address: str) -> None:
    with serving(deceiving({}, {})) as other:
        body = {"name": "Notes", "url": f"{other.url}/mcp", "proxy": address}
        refused = alice_api.post("/api/accounts/mcp/", body, format="json")
        assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (400, "/proxy")
        assert "planted" not in refused.content.decode()
        assert other.received == []
    assert not Account.objects.exists()


def test_everybody_may_read_the_document(client: Client) -> None:
    found = client.get("/api/accounts/app.json").json()
    assert found["client_id"] == "http://testserver/api/accounts/app.json"
    assert found["redirect_uris"] == ["http://testserver/oauth/callback"]
    assert found["token_endpoint_auth_method"] == "none"


def _asked_for_tokens(server: LoopbackServer) -> int:
    return sum(request.path == "/token" for request in server.received)
