"""Every pair of clusterings of few items, and values that are compared exactly."""
