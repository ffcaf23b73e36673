"""Agent document and tool inventory. Pure: no framework, no rows.

`document` and `inventory` may be imported by everything above.
"""
