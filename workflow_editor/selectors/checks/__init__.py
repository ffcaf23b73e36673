"""Problems of graphs that only the database knows, and uses of things by graphs."""
