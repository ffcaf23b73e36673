"""What an agent is, as a document: no framework, no rows."""
