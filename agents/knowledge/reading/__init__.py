"""Text out of files. The modules of the formats run in a process of their own: see `reading.isolated`."""
