#!/usr/bin/env python3
"""Checks the compiled tmax program; integration/models/tmax.py says what it compares."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from integration.models import storylm0, tmax  # noqa: E402

sys.exit(storylm0.main(tmax))
