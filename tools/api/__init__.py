"""HTTP interface of the tools layer."""
