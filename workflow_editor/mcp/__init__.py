"""The server half of MCP: what people offer to other agents, at /mcp/."""
