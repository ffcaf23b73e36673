"""Knowledge bases: documents are read, cut into chunks, embedded and searched, by words and by meaning."""
