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
    """Make this process the foreground process of its terminal."""
    if os.name != "posix" or not sys.stdin.isatty():
        return
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)  # a background process may take the terminal
    signal.signal(signal.SIGTSTP, signal.SIG_IGN)  # it would be stopped silently
    os.setpgid(0, 0)
    os.tcsetpgrp(sys.stdin.fileno(), os.getpgrp())


if __name__ == "__main__":
    take_the_terminal()
    sys.exit(main(["serve", "--open", "--log-level", "warning", *sys.argv[1:]]))
