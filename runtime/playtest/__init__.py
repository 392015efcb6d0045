"""Many games at once: simulations on every core."""
