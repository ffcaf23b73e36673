"""The tools of an MCP server: one configured tool gives many functions. Pure."""
