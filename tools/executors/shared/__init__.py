"""What several integrations need: a vendor's HTTP interface, files and pictures, texts, fields that recur. Pure.

For executors; knows none of them.
"""
