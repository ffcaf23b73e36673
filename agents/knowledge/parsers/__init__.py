"""Text out of files. The modules of the formats run in a process of their own.

Import `subprocess_parser`, which starts that process, and `content`, the shape of what was read.
"""
