"""MCP (Model Context Protocol) client: tools of other servers. No framework.

`clients.McpClients` keeps the connections, `server` locates a server. The server half is `workflow_editor.mcp`.
"""
