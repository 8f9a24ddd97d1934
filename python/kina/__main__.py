"""`python -m kina` is the `kina` command."""

import sys

from kina.cli import main

sys.exit(main())
