"""WeChat Official Accounts: API, articles and pictures. Only `tools.executors.builtin` imports it."""
