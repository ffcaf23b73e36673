"""Bounds the run history's disk usage in small steps beside the work; `periodic` calls `pruner`."""
