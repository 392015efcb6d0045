#!/bin/sh
# Builds .venv with a Python 3.11–3.13 found on this machine and installs the pinned dependencies into it.
# PYTHON names the interpreter to use; if it is empty, the newest suitable one is used.
# .venv/installed names the folder that .venv was built in: programs in .venv do not survive a move.
set -eu
exec </dev/null
cd "$(dirname "$0")/.."

say() { printf '%s\n' "$*" >&2; }

# Ctrl-C has also stopped the command that was running; the next run starts it again.
trap 'say "Stopped. Run make again to continue."; exit 130' INT

# A name on the PATH proves nothing: version managers leave stubs that only print an error.
suitable() {
    "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' >/dev/null 2>&1
}

complete() {
    "$1" -c 'import ensurepip, venv' >/dev/null 2>&1
}

find_python() {
    incomplete=
    if [ -n "${PYTHON:-}" ]; then
        set -- "$PYTHON"
    else
        set -- python3.13 python3.12 python3.11 python3
    fi
    for name in "$@"; do
        suitable "$name" || continue
        if complete "$name"; then
            printf '%s' "$name"
            return
        fi
        incomplete=${incomplete:-$name}
    done
    printf '%s' "$incomplete"
}

# Debian and Ubuntu have venv and ensurepip in a separate package.
install_venv_module() {
    package=$("$1" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        say "Installing $package with apt-get."
        export DEBIAN_FRONTEND=noninteractive
        sh tools/quietly.sh apt-get update
        sh tools/quietly.sh apt-get install --yes --no-install-recommends "$package"
    fi
    if ! complete "$1"; then
        say "$1 has no venv module. Install it, then run make again:"
        say "    sudo apt-get install $package"
        exit 1
    fi
}

moved() {
    [ -s .venv/installed ] && [ "$(cat .venv/installed)" != "$(pwd -P)" ]
}

if moved || ! { suitable .venv/bin/python && .venv/bin/python -m pip --version >/dev/null 2>&1; }; then
    python=$(find_python)
    if [ -z "$python" ]; then
        say "Tilewright needs Python 3.11, 3.12 or 3.13. Tried without success: ${PYTHON:-python3.13 python3.12 python3.11 python3}"
        say "Install one, then run make again, or name it: make PYTHON=/path/to/python3.12 test"
        say "    Debian, Ubuntu   sudo apt-get install python3 python3-venv"
        say "    Fedora           sudo dnf install python3.13"
        say "    macOS            brew install python@3.13"
        exit 1
    fi
    complete "$python" || install_venv_module "$python"
    say "Building .venv with $("$python" --version). This happens once and takes a minute or two."
    sh tools/quietly.sh "$python" -m venv --clear .venv
else
    say "Bringing .venv up to date."
fi

# The build backend is installed first and used without isolation, so that its version is pinned, too.
pip() {
    sh tools/quietly.sh .venv/bin/python -m pip --disable-pip-version-check --no-input -qq install -c constraints.txt "$@" || {
        say "The packages that Tilewright needs could not be installed. They are downloaded, which needs a network connection."
        say "Run make again once you are online."
        exit 1
    }
}
pip hatchling editables
pip --no-build-isolation -e '.[test,environments]'
pwd -P >.venv/installed
