"""Messages about runs that fail, and that are well again: by a tool, a mail or a webhook.

The step that ends a run stores its messages, so that none is lost or stored twice; workers send them afterwards. A
message that cannot be sent is shown at its rule, and starts nothing.
"""
