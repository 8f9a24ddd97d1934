#!/usr/bin/env python3
"""Checks the compiled tp_heads program; integration/models/tp_heads.py says what it compares."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from integration.models import storylm0, tp_heads  # noqa: E402

sys.exit(storylm0.main(tp_heads))
