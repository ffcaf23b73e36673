"""Parts that rely on internals of libraries."""
