"""A stand-in for a service with OAuth 2.0 that rotates refresh tokens and revokes everything when one comes twice."""

import base64
import hashlib
from urllib.parse import parse_qs, urlsplit

from tests.doubles.forms import form_fields
from tests.doubles.http_server import Received, Reply

CLIENT_ID, CLIENT_SECRET = "planted-app", "planted-secret-9d"
CODE = "planted-code-1"
DEVICE_CODE, USER_CODE = "planted-device-code-1", "WDJB-MJHT"


class OauthServer:
    """One app, one person. What it refuses can be set."""

    def __init__(self) -> None:
        self.life_s: int | None = 3600
        self.challenge = ""
        self.refreshes = 0
        self.fails: list[Reply] = []
        """Answers that the token endpoint gives first."""
        self.scope = ""
        self.device: dict[str, object] = {}
        """Additions to and replacements in the device code answer."""
        self.typed_in = False
        """True once the person has entered the code."""
        self._issued = 0
        self._access = ""
        self._refresh = ""
        self._used: set[str] = set()

    def consented(self, url: str) -> dict[str, str]:
        """Return what a browser comes back with after the person has agreed at this address."""
        query = {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}
        assert query["client_id"] == CLIENT_ID
        assert query["code_challenge_method"] == "S256"
        self.challenge = query["code_challenge"]
        return {"state": query["state"], "code": CODE}

    def end_access(self) -> None:
        """Let no token be good any more, before its time."""
        self._access = ""

    def revoke(self) -> None:
        """Take the consent back."""
        self._access = self._refresh = ""

    def __call__(self, request: Received) -> Reply:
        if request.path == "/token":
            return self._token(form_fields(request))
        if request.path == "/device":
            return self._device_code(form_fields(request))
        if request.headers.get("authorization") != f"Bearer {self._access}" or not self._access:
            return Reply.of_json({"error": "invalid_token"}, 401)
        return Reply.of_json({"rows": [1, 2, 3]})

    def _token(self, form: dict[str, str]) -> Reply:
        if self.fails:
            return self.fails.pop(0)
        if (form.get("client_id"), form.get("client_secret")) != (CLIENT_ID, CLIENT_SECRET):
            return _refused("invalid_client", 401)
        match form["grant_type"]:
            case "authorization_code":
                digest = hashlib.sha256(form["code_verifier"].encode()).digest()
                if base64.urlsafe_b64encode(digest).rstrip(b"=").decode() != self.challenge:
                    return _refused("invalid_grant")
                return self._tokens() if form["code"] == CODE else _refused("invalid_grant")
            case "refresh_token":
                self.refreshes += 1
                if form["refresh_token"] in self._used:
                    self.revoke()
                if form["refresh_token"] != self._refresh or not self._refresh:
                    return _refused("invalid_grant")
                self._used.add(self._refresh)
                return self._tokens()
            case "urn:ietf:params:oauth:grant-type:device_code":
                return self._device_tokens(form)
            case "client_credentials":
                return self._tokens(refreshable=False)
        return _refused("unsupported_grant_type")

    def _device_code(self, form: dict[str, str]) -> Reply:
        if self.fails:
            return self.fails.pop(0)
        if form.get("client_id") != CLIENT_ID:
            return _refused("invalid_client", 401)
        usual = {
            "device_code": DEVICE_CODE,
            "user_code": USER_CODE,
            "verification_uri": "https://example.com/device",
            "expires_in": 600,
        }
        return Reply.of_json({name: value for name, value in (usual | self.device).items() if value is not None})

    def _device_tokens(self, form: dict[str, str]) -> Reply:
        if form["device_code"] != DEVICE_CODE:
            return _refused("invalid_grant")
        return self._tokens() if self.typed_in else _refused("authorization_pending")

    def _tokens(self, *, refreshable: bool = True) -> Reply:
        self._issued += 1
        self._access = f"planted-access-{self._issued}"
        self._refresh = f"planted-refresh-{self._issued}" if refreshable else ""
        answer = {"access_token": self._access, "token_type": "Bearer"}
        if refreshable:
            answer["refresh_token"] = self._refresh
        if self.scope:
            answer["scope"] = self.scope
        return Reply.of_json(answer | ({} if self.life_s is None else {"expires_in": str(self.life_s)}))


def _refused(error: str, status: int = 400) -> Reply:
    return Reply.of_json({"error": error}, status)
