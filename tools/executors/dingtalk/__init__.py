"""DingTalk: account, addresses and notifications."""
