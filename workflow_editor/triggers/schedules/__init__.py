"""When something is due: rules in a time zone, the moments that they mean, and the sentence that says so."""
