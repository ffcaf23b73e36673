"""WeChat Official Accounts: their interface, articles and pictures."""
