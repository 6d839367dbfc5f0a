"""What tests share: oracles, sample data, and runs of the command line."""
