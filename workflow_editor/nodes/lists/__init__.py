"""Work on lists: what each step of a List node does to the items before it. Pure, and at most n log n."""
