"""Which properties an index can have together: linear programs, exact proofs and examples."""
