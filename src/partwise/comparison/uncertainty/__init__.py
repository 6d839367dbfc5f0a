"""How sure scores are that come from a sample."""
