"""The web page tool: the main text of a page, without what is around it."""
