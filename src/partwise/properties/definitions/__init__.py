"""What each property means, with the search for its counterexamples."""
