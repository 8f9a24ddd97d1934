"""Random whole programs, and what makes a failing one small."""
