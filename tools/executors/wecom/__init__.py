"""WeCom (企业微信): account, addresses and notifications."""
