"""The charts of the report, one module each, drawn from plain rows."""
