"""Signing requirements of a document's calls. Pure."""

from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.executors.openapi.references import References, UnresolvedReferenceError, object_of
from tools.executors.signing.security import Security, SecurityKind

_KINDS: dict[str, SecurityKind] = {"basic": "basic", "bearer": "bearer"}
_UNSUPPORTED = Text("Sign-in of the kind “{kind}” is not supported.")
_SEVERAL = Text("Calls are signed with {first}; enter {others} under headers or query parameters of the tool.")
_OAUTH = Text(
    "Sign-in by OAuth 2.0: choose an account as the credential, or enter an access token. "
    "Consent: {authorize}. Tokens: {token}. Scopes: {scopes}."
)
_SILENT = Text(
    "The document describes no sign-in, so the secret is sent as a bearer token. For another kind, "
    "enter no secret here and use “More headers” or “Query parameters”."
)
_MOST_SCOPES = 300


class SecurityReader:
    """Chooses one kind of sign-in for all operations: the first that can be used."""

    def __init__(self, document: JsonObject, references: References) -> None:
        components = object_of(document.get("components"))
        self._schemes = object_of(components.get("securitySchemes") or document.get("securityDefinitions"))
        self._references = references
        self._default = document.get("security")
        self.notes: list[Text] = []
        self.parameters: frozenset[tuple[str, str]] = frozenset()
        self.security = self._chosen(document)

    def signs(self, node: JsonObject) -> bool:
        wanted = node.get("security", self._default)
        return self.security.kind != "none" and not (isinstance(wanted, list) and not any(wanted))

    def _chosen(self, document: JsonObject) -> Security:
        for wanted in self._wanted(document):
            found = {name: self._security(name) for name in wanted}
            usable = {name: security for name, security in found.items() if security.kind != "none"}
            if not usable:
                continue
            first, *others = usable
            if others:
                self.notes.append(_SEVERAL.filled(first=first, others=", ".join(others)))
            self.parameters = frozenset(
                (one.kind, one.name.lower() if one.kind == "header" else one.name) for one in [usable[first]]
            )
            self._note_oauth(first)
            return usable[first]
        if self._schemes:
            return Security()
        # Most APIs whose document is silent, GitHub's among them, take a token so.
        self.notes.append(_SILENT)
        return Security(kind="bearer")

    def _wanted(self, document: JsonObject) -> list[list[str]]:
        """Return the alternatives, each a list of schemes needed at once."""
        rows = list(self._default) if isinstance(self._default, list) else []
        if not any(rows):
            for item in list(object_of(document.get("paths")).values())[:1_000]:
                for node in object_of(item).values():
                    rows += node.get("security") or [] if isinstance(node, dict) else []
                if any(rows):
                    break
        named = [[str(name) for name in row] for row in rows if isinstance(row, dict) and row]
        return [*named, *([name] for name in self._schemes)]

    def _security(self, name: str) -> Security:
        try:
            scheme = self._references.resolved(self._schemes.get(name))
        except UnresolvedReferenceError:
            return Security()
        kind = str(scheme.get("type", "")).lower()
        if kind == "http":
            kind = str(scheme.get("scheme", "")).lower()
        if kind in _KINDS:
            return Security(kind=_KINDS[kind])
        if kind in {"oauth2", "openidconnect"}:
            return Security(kind="bearer")
        place = scheme.get("in")
        if kind == "apikey" and place in {"header", "query", "cookie"} and isinstance(scheme.get("name"), str):
            if place == "header" and scheme["name"].lower() == "authorization":
                return Security(kind="header", name="Authorization")
            return Security(kind=place, name=scheme["name"][:200])
        self.notes.append(_UNSUPPORTED.filled(kind=kind or name))
        return Security()

    def _note_oauth(self, name: str) -> None:
        scheme = self._references.resolved(self._schemes.get(name))
        if scheme.get("type") != "oauth2":
            return
        flows = list(object_of(scheme.get("flows")).values()) or [scheme]
        flow = object_of(flows[0])
        scopes = ", ".join(str(scope) for scope in object_of(flow.get("scopes")))
        self.notes.append(
            _OAUTH.filled(
                authorize=str(flow.get("authorizationUrl") or "–")[:500],
                token=str(flow.get("tokenUrl") or "–")[:500],
                scopes=scopes[:_MOST_SCOPES] or "–",
            )
        )
