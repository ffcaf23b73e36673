"""Thin views: check the form of the request, call one service or selector, draw the answer."""
