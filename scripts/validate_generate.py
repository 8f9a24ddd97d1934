#!/usr/bin/env python3
"""Checks the compiled generate program; integration/models/generate.py says what it compares."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from integration.models import generate, storylm0  # noqa: E402

sys.exit(storylm0.main(generate))
