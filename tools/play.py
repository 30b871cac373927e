"""``python -m tools.play``: what ``make play`` runs once the page is built.

Serves until Ctrl-C. On a terminal the service alone hears Ctrl-C, so that ``make`` ends as the
service does: quietly, with exit code 0.
"""

from __future__ import annotations

import os
import signal
import sys

from casinowar.cli.main import main


def take_the_terminal() -> None:
    """Make this process the one that the keys of its terminal signal."""
    if os.name != "posix" or not sys.stdin.isatty():
        return
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)  # allowed to take the terminal from the back
    signal.signal(signal.SIGTSTP, signal.SIG_IGN)  # nobody would notice that it was stopped
    os.setpgid(0, 0)
    os.tcsetpgrp(sys.stdin.fileno(), os.getpgrp())


if __name__ == "__main__":
    take_the_terminal()
    sys.exit(main(["serve", "--open", "--log-level", "warning", *sys.argv[1:]]))
