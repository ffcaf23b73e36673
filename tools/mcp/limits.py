"""Limits of what another MCP server may send."""

MAX_ANSWER_BYTES = 5 * 1024 * 1024
"""One HTTP answer, one event of a stream, and one call's answer as JSON; programs have no other limit."""
MAX_REFUSAL_BYTES = 64 * 1024
"""Body of a refused request."""
MAX_SCHEMA_BYTES = 64 * 1024
MAX_PAGES = 20
MAX_TOOLS = 500
