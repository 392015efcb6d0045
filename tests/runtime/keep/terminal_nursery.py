"""A process that starts players in terminals quickly: each is a fork that runs the command line until it is killed.

Through the socket whose number is given it receives arguments as JSON with two descriptors, for stdin and stdout. It
answers with the number of the process, and answers again when that process is gone.
"""

from __future__ import annotations

import json
import os
import socket
import sys

from interpreter import load
from runtime import cli
from runtime.commands import play
from runtime.terminal import loop

__all__ = ["loop", "play"]


def run(arguments: list[str], typed: int, printed: int) -> None:
    os.dup2(typed, 0)
    os.dup2(printed, 1)
    os.dup2(printed, 2)
    os.closerange(3, 64)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.argv = ["tilewright", *arguments]
    cli.main()


def main() -> None:
    load("lights_out").new(settings={"limit": "none"}).program.full()
    with socket.socket(fileno=int(sys.argv[1])) as asked:
        while True:
            content, descriptors, _, _ = socket.recv_fds(asked, 1 << 16, 2)
            if not content:
                return
            child = os.fork()
            if child == 0:
                try:
                    run(json.loads(content), *descriptors)
                finally:
                    os._exit(0)
            for descriptor in descriptors:
                os.close(descriptor)
            asked.send(f"{child}\n".encode())
            os.waitpid(child, 0)
            asked.send(b"gone\n")


if __name__ == "__main__":
    main()
