"""The pure core of knowledge bases: reading documents, cutting them, finding passages in them. No framework."""
