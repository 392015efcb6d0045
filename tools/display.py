"""A display without a screen: for tests and measurements of the window on any machine that has Xvfb."""

import ctypes
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager


def missing() -> str:
    """What is not installed, in a sentence; empty if a display can be started."""
    return "" if shutil.which("Xvfb") is not None else "Xvfb is not installed: sudo apt-get install xvfb."


@contextmanager
def display(width: int = 1400, height: int = 1000, resources: str = "", opengl: bool = True) -> Iterator[str]:
    """Start a display of its own and yield its name. `resources` are what a desktop tells programs, such as `Xft.dpi:
    192`."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"]
    # Without this, the server would restart when its last client leaves, and forget its resources.
    command += ["-noreset", "+extension" if opengl else "-extension", "GLX"]
    server = subprocess.Popen(command, pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as pipe:
            name = f":{pipe.readline().strip()}"
        if resources:
            _set_resources(name, resources.encode())
        yield name
    finally:
        server.terminate()
        server.wait()


def _set_resources(display: str, text: bytes) -> None:
    """Do what the program xrdb does, which not every machine has."""
    x11 = ctypes.CDLL("libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XDefaultRootWindow.restype = x11.XInternAtom.restype = ctypes.c_ulong
    connection = ctypes.c_void_p(x11.XOpenDisplay(display.encode()))
    root = ctypes.c_ulong(x11.XDefaultRootWindow(connection))
    name = ctypes.c_ulong(x11.XInternAtom(connection, b"RESOURCE_MANAGER", 0))
    string, replace = ctypes.c_ulong(31), 0
    x11.XChangeProperty(connection, root, name, string, 8, replace, text, len(text))
    x11.XCloseDisplay(connection)
