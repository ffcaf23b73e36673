"""Feishu and Lark: addresses, account, notifications, their open interface, and the shapes of Bitable fields."""
