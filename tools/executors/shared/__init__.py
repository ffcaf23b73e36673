"""Shared by integrations: vendor HTTP APIs, files and pictures, texts, common fields. Knows no executor. Pure."""
