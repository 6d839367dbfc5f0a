"""What each property means: one file a property, with the search for its counterexamples."""
