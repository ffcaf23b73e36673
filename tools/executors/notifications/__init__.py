"""What differs between the notification services: addresses, signatures, message forms, limits, error codes."""
