"""Files in Aliyun OSS and S3-compatible object storage. Only `tools.executors.builtin` imports it."""
