"""WeCom: the sender of its webhooks, its AI bot, and the bot of an app."""
