"""Shows JSON so that it can be read."""

import json
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString


def json_block(value: Any) -> SafeString:
    """Return indented JSON, or a dash for nothing."""
    if value is None:
        return format_html("{}", "–")
    return format_html('<pre class="fl-json">{}</pre>', json.dumps(value, ensure_ascii=False, indent=2))
