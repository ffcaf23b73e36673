"""The tool loop: ask the model, run its calls, give the results back, until it answers."""
