"""The client half of MCP (Model Context Protocol): servers of others, called as tools. No framework."""
