"""The mail tool: the messages of a mailbox over IMAP."""
