"""Which index? From requirements to indices, with reasons and counterexamples."""
