"""DingTalk: the sender of its webhooks, and its bot."""
