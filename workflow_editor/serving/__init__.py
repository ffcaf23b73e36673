"""What a process that answers web requests is made of, in every mode."""
