"""The feed tool: what a blog, a magazine or a project has published."""
