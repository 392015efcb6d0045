"""Games as environments for machine learning: `gym` for one player, `aec` for several.

They need the extra `environments`: nothing else in the runtime imports this package.
"""
