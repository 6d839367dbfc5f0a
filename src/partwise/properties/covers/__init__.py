"""Properties of indices for covers, tried on all covers of a few items."""
