"""Douyin's open platform: authorisation, uploads, videos."""
