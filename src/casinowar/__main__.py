"""``python -m casinowar``."""

import sys

from casinowar.cli.main import main

sys.exit(main())
