"""States: values that never change, and how they are stored."""
