"""The packages that the word lists are made from, fetched by name and checked by fingerprint."""

from __future__ import annotations

import hashlib
import subprocess
import tarfile
from pathlib import Path

NPM = "word-list@4.1.0"
NPM_WORDS = "package/words.txt"
NPM_LICENCE = "package/license"
NPM_SHA256 = "c0cd6e2a112392204960e9998d79347a8ae1571dab5e3fdbfa685ef5977faedb"
DEBIAN = "scowl=2020.12.07-2"
DEBIAN_SHA256 = "de692546df9b169f2cbdf4d8d88111a374733a9c382b820a6f943914ca705718"


class WrongSource(Exception):
    """A package is not the one that the lists were made from."""


def npm_words(folder: Path) -> tuple[str, str]:
    """The words and the licence of the npm package."""
    subprocess.run(["npm", "pack", "--silent", NPM], cwd=folder, check=True, capture_output=True)
    (packed,) = folder.glob("word-list-*.tgz")
    _require(packed, NPM_SHA256)
    with tarfile.open(packed) as archive:
        return _text(archive, NPM_WORDS), _text(archive, NPM_LICENCE)


def _text(archive: tarfile.TarFile, name: str) -> str:
    file = archive.extractfile(name)
    assert file is not None, name
    return file.read().decode("utf-8")


def scowl(folder: Path) -> tuple[dict[int, set[str]], str]:
    """The words of each size in Debian's package, and its copyright notice.

    Names, abbreviations, contractions and words with a capital are left out, as none of them can be laid.
    """
    subprocess.run(["apt-get", "download", "-qq", DEBIAN], cwd=folder, check=True, capture_output=True)
    (packed,) = folder.glob("scowl_*.deb")
    _require(packed, DEBIAN_SHA256)
    subprocess.run(["dpkg-deb", "-x", str(packed), str(folder / "scowl")], check=True)
    sizes: dict[int, set[str]] = {}
    for path in sorted((folder / "scowl/usr/share/dict/scowl").iterdir()):
        kind, _, size = path.name.rpartition(".")
        if kind.endswith("-words"):
            words = path.read_text("latin-1").split()
            sizes.setdefault(int(size), set()).update(word for word in words if _is_plain(word))
    return sizes, (folder / "scowl/usr/share/doc/scowl/copyright").read_text("latin-1")


def _is_plain(word: str) -> bool:
    return word.isascii() and word.isalpha() and word.islower()


def _require(path: Path, sha256: str) -> None:
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != sha256:
        raise WrongSource(f"{path.name} has the fingerprint {found}, not {sha256}.")
