"""Properties of indices, decided by machine: proved, refuted, or held up to a stated n."""
