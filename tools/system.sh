#!/bin/sh
# Looks for the system libraries and programs that Python packages cannot bring along.
#   sh tools/system.sh play   what a window needs; without it you play in the terminal
#   sh tools/system.sh test   also a display without a screen, and a program that clicks and types
# As root on Debian or Ubuntu it installs whatever is missing; otherwise it says what to install.
set -eu
cd "$(dirname "$0")/.."
[ "$(uname)" = Linux ] || exit 0

say() { printf '%s\n' "$*" >&2; }

libraries=$(PATH="$PATH:/sbin:/usr/sbin" ldconfig -p 2>/dev/null || true)
missing=
missing_fedora=

# A library, given by the beginning of its file name, with its packages on Debian and Fedora.
library() {
    case "$libraries" in
    *"$1"*) ;;
    *) lacks "$2" "$3" ;;
    esac
}

program() {
    command -v "$1" >/dev/null 2>&1 || lacks "$2" "$3"
}

lacks() {
    missing="$missing $1"
    missing_fedora="$missing_fedora $2"
}

look() {
    missing=
    missing_fedora=
    library libGL.so.1 'libgl1 libgl1-mesa-dri' 'mesa-libGL mesa-dri-drivers'
    library libX11.so.6 libx11-6 libX11
    library libXext.so.6 libxext6 libXext
    library libfontconfig.so.1 libfontconfig1 fontconfig
    library libfreetype.so.6 libfreetype6 freetype
    if [ "$1" = test ]; then
        library libEGL.so.1 libegl1 mesa-libEGL
        program Xvfb xvfb xorg-x11-server-Xvfb
        program xdotool xdotool xdotool
    fi
}

look "$1"
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    say "Installing$missing with apt-get."
    export DEBIAN_FRONTEND=noninteractive
    # Without a network, the message below is more helpful than an error from apt-get.
    sh tools/quietly.sh apt-get update || true
    # shellcheck disable=SC2086 # several packages
    sh tools/quietly.sh apt-get install --yes --no-install-recommends $missing || true
    libraries=$(PATH="$PATH:/sbin:/usr/sbin" ldconfig -p 2>/dev/null || true)
    look "$1"
    [ -n "$missing" ] || exit 0
fi

if [ "$1" = test ]; then
    say "The tests of the window need packages that are not installed. Install them, then run make again:"
else
    say "Some packages that a window needs are missing. Until you install them, you play in the terminal:"
fi
say "    Debian, Ubuntu   sudo apt-get install$missing"
say "    Fedora           sudo dnf install$missing_fedora"
[ "$1" != test ]
