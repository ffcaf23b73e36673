"""The client half of MCP (Model Context Protocol): servers of others, called as tools. No framework.

`clients.McpClients` keeps the connections, `server` says where a server is. The server half is `workflow_editor.mcp`.
"""
