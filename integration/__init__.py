"""Numbers: the NumPy oracle, tolerances, and the checks of compiled programs against them."""
