"""Function names that every model API accepts, and the way back to tool ids."""
