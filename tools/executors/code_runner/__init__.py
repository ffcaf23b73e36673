"""Code in a runner that the operator set up outside of the product (`tools.runner`)."""
