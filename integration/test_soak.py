"""The short form of the soak."""

from integration import soak


def test_memory_is_flat(is_long):
    early, late = soak.soak(soak.CALLS if is_long else 40_000)
    assert late - early <= soak.SLACK
