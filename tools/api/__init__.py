"""HTTP interface of the tools layer, under /api/. Other apps' views may use `pagination` and `permissions`."""
