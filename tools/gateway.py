"""The one pipeline that every tool call goes through."""
