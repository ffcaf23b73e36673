"""Endpoints as typed functions over DRF: one class per shape, from which checks, answers and OpenAPI follow.

No endpoint of the product and no query belongs here.
"""
