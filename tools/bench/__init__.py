"""Speed measurements: ``python -m tools.bench [section…]``."""
