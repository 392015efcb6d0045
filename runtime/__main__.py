"""The program itself: `tilewright`, or `python -m runtime`."""

from __future__ import annotations

import signal
import sys


def main() -> None:
    """Run the command line; anyone who stops it while it is still loading sees no more than that."""
    try:
        from runtime import cli

        cli.main()
    except KeyboardInterrupt:
        # A second Ctrl-C finds nothing left to stop.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        print("Stopped.", file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    main()
