"""Stores articles written by models: blog posts in two languages, and social media posts."""
