"""User-written tools: parameters, granted functions, and sandboxed code. Pure. The code review uses `settings`, too."""
