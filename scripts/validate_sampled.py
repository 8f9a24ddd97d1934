#!/usr/bin/env python3
"""Checks the sampled rollouts; integration/models/sampled.py says what it compares."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from integration.models import sampled, storylm0  # noqa: E402

sys.exit(storylm0.main(sampled))
