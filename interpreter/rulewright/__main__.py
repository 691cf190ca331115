"""`python -m rulewright` is the same as the command `rulewright`."""

from __future__ import annotations

import sys

from .cli.main import run

if __name__ == "__main__":
    sys.exit(run())
