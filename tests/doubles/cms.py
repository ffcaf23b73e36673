"""A stand-in for a user's own CMS: it checks the signature as the docs tell a CMS to do."""

import hashlib
import hmac
from typing import Any

from tests.doubles.http_server import Received, Reply

SECRET = "cms-planted-signing-secret-1"
URL = "https://cms.example.com/hooks/articles"
HOSTS = ("cms.example.com",)


class Cms:
    """Takes articles with a valid signature; `taken` holds them."""

    def __init__(self, now: float, secret: str = SECRET) -> None:
        self._now = now
        self._secret = secret
        self.scripted: list[Reply] = []
        self.received: list[Received] = []
        self.taken: list[Any] = []

    def __call__(self, request: Received) -> Reply:
        self.received.append(request)
        if self.scripted:
            return self.scripted.pop(0)
        timestamp = request.headers.get("x-flowloom-timestamp", "0")
        signed = hmac.new(self._secret.encode(), f"{timestamp}.".encode() + request.body, hashlib.sha256).hexdigest()
        given = request.headers.get("x-flowloom-signature", "")
        if abs(self._now - int(timestamp)) > 300 or not hmac.compare_digest(given, f"sha256={signed}"):
            return Reply.of_json({"error": "bad signature"}, 401)
        self.taken.append(request.json())
        return Reply.of_json({"url": f"https://blog.example.com/{len(self.taken)}"}, 201)
