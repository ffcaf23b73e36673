"""GitLab: the sender of its webhooks."""
