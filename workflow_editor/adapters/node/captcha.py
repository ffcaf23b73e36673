"""Captchas of public forms: which service the operator has chosen, and its word on an answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.conf import settings

from tools.adapters.outbound import outbound_client
from tools.core.errors import ToolError
from tools.outbound.client import OutboundRequest

_TIMEOUT_S = 5.0
_MAX_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class CaptchaService:
    """A service that speaks `siteverify`: a POST of `secret` and `response` is answered {success, hostname}."""

    script: str
    """Defines the global object with `render(element, {sitekey, callback})`, which draws the widget."""
    global_name: str
    verify_url: str
    origins: tuple[str, ...]
    """Origins of its scripts and frames."""


SERVICES: Mapping[str, CaptchaService] = {
    "turnstile": CaptchaService(
        "https://challenges.cloudflare.com/turnstile/v0/api.js",
        "turnstile",
        "https://challenges.cloudflare.com/turnstile/v0/siteverify",
        ("https://challenges.cloudflare.com",),
    ),
    "hcaptcha": CaptchaService(
        "https://js.hcaptcha.com/1/api.js",
        "hcaptcha",
        "https://api.hcaptcha.com/siteverify",
        ("https://hcaptcha.com", "https://*.hcaptcha.com"),
    ),
    "recaptcha": CaptchaService(
        "https://www.google.com/recaptcha/api.js",
        "grecaptcha",
        "https://www.google.com/recaptcha/api/siteverify",
        ("https://www.google.com", "https://www.gstatic.com"),
    ),
}


def captcha_service() -> CaptchaService | None:
    """Return the service that the operator has chosen; None without one."""
    return SERVICES.get(settings.CAPTCHA_SERVICE)


def captcha_passed(answer: str, *, host: str) -> bool:
    """Verify a widget's answer with the service. Errors, silence, and answers given for another host (without port)
    fail.
    """
    service = captcha_service()
    if service is None or not answer:
        return False
    request = OutboundRequest(
        "POST",
        settings.CAPTCHA_VERIFY_URL or service.verify_url,
        {"content-type": "application/x-www-form-urlencoded"},
        urlencode({"secret": settings.CAPTCHA_SECRET, "response": answer}).encode(),
    )
    client = outbound_client(_MAX_BYTES)
    try:
        found = client.send(request, timeout_s=_TIMEOUT_S, max_redirects=0).json()
    except ToolError:
        return False
    return found.get("success") is True and found.get("hostname") == host
