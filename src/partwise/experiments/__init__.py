"""The paper's tables and figures, made again and put beside the published ones."""
