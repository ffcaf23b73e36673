"""Extracts text from files; format modules run in their own process.

Import `subprocess_parser`, which starts that process, and `content`, the result.
"""
