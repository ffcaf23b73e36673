"""HTTP shells: check the request, call one service or selector, shape the answer."""
