"""Tools of an MCP server: one configured tool provides many functions. Pure; the protocol is in `tools.mcp`."""
