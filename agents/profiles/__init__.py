"""What an agent is, as a document, and which tools it may hold. Pure: no framework, no rows.

`document` and `inventory` may be imported by everything above.
"""
