"""Reads of graphs: changes, exports, previews, earlier output of nodes."""
