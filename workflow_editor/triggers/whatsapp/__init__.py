"""WhatsApp: the sender of its webhooks."""
