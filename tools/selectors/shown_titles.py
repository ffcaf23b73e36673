"""Display titles of audited tools in the panel."""

from tools.executors.registry import registry
from tools.forms.local_text import local_text


def shown_title(tool_id: str, title: str) -> str:
    """Built-in tools have a name in each language, others the one that people gave them."""
    builtin = registry.find(tool_id)
    return local_text(builtin.title) if builtin else title or tool_id
