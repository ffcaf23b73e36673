"""The chain of hashes over the audit log: what a link covers, and how links are computed."""
