"""Every word that can be laid on a crossword board, by the algorithm of Appel and Jacobson (1988) over a tree of dicts.

It is what a good Python programmer would write: words are laid only from anchors, which are free squares beside a
letter, and what may stand on a square without spoiling the word across it is worked out once for each square.
"""

from collections.abc import Iterable

Tree = dict[str, "Tree"]
END = ""
WILD = "*"
Found = list[tuple[int, tuple[int, ...], str]]
"""Words with their axis (0 row, 1 column) and their squares, each once."""
Lines = tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]
"""The rows and the columns of a board, each a tuple of squares in reading order."""


def tree_of(words: Iterable[str]) -> Tree:
    """All words as a tree of letters; END marks the end of a word."""
    root: Tree = {}
    for word in words:
        node = root
        for letter in word:
            node = node.setdefault(letter, {})
        node[END] = {}
    return root


def words_laid(tree: Tree, alphabet: str, lines: Lines, letters: list[str], rack: str) -> Found:
    """Every word that the tiles of a rack can form together with letters on the board, beside or across at least one of
    them. `letters` has the letter on each square, empty if there is none.

    For a single tile that is part of two words, the longer one counts, or that in the row if they are equal.
    """
    found: Found = []
    for axis in (0, 1):
        across = _across(tree, alphabet, lines[1 - axis], letters)
        for line in lines[axis]:
            _Line(tree, line, axis, letters, across, rack, found).lay()
    return found


Across = dict[int, tuple[set[str], int]]
"""For each free square beside a letter: the letters that make a word across it, and how long that word is."""


def _across(tree: Tree, alphabet: str, lines: Iterable[tuple[int, ...]], letters: list[str]) -> Across:
    found: Across = {}
    for line in lines:
        for place, square in enumerate(line):
            if letters[square]:
                continue
            first, last = place, place + 1
            while first > 0 and letters[line[first - 1]]:
                first -= 1
            while last < len(line) and letters[line[last]]:
                last += 1
            if last - first > 1:
                before, after = ([letters[each] for each in line[a:b]] for a, b in ((first, place), (place + 1, last)))
                node: Tree | None = _walk(tree, before)
                fitting = {c for c in alphabet if node is not None and _is_word(node.get(c), after)}
                found[square] = fitting, last - first
    return found


def _walk(node: Tree | None, letters: Iterable[str]) -> Tree | None:
    for letter in letters:
        if node is None:
            return None
        node = node.get(letter)
    return node


def _is_word(node: Tree | None, rest: Iterable[str]) -> bool:
    node = _walk(node, rest)
    return node is not None and END in node


class _Line:
    """Lays words along one line."""

    def __init__(
        self,
        tree: Tree,
        line: tuple[int, ...],
        axis: int,
        letters: list[str],
        across: Across,
        rack: str,
        found: Found,
    ) -> None:
        self.tree = tree
        self.line = line
        self.axis = axis
        self.letters = [letters[square] for square in line]
        self.across = [across.get(square) for square in line]
        self.rack: dict[str, int] = {letter: rack.count(letter) for letter in set(rack)}
        self.found = found
        self.anchor = 0

    def lay(self) -> None:
        """Lay every word that begins at an anchor or to its left, and reaches it. A word with several anchors is laid
        at the first."""
        limit = 0
        for place, letter in enumerate(self.letters):
            if letter:
                limit = 0
                continue
            if not self._is_anchor(place):
                limit += 1
                continue
            self.anchor = place
            if place and self.letters[place - 1]:
                start = place
                while start > 0 and self.letters[start - 1]:
                    start -= 1
                text = "".join(self.letters[start:place])
                node = _walk(self.tree, text)
                if node is not None:
                    self._extend(text, node, place, 0)
            else:
                self._left("", self.tree, limit)
            limit = 0

    def _is_anchor(self, place: int) -> bool:
        beside = self.letters[max(0, place - 1) : place + 2]
        return self.across[place] is not None or any(beside)

    def _left(self, text: str, node: Tree, limit: int) -> None:
        """Start with what stands left of the anchor, and make longer beginnings."""
        self._extend(text, node, self.anchor, len(text))
        if limit:
            for letter, after in node.items():
                used = letter if self.rack.get(letter) else WILD
                if letter and self.rack.get(used):
                    self.rack[used] -= 1
                    self._left(text + letter, after, limit - 1)
                    self.rack[used] += 1

    def _extend(self, text: str, node: Tree, place: int, laid: int) -> None:
        """Continue to the right, with `text` so far, some letters of which were laid."""
        line, letters = self.line, self.letters
        if place == len(line) or not letters[place]:
            if END in node and place > self.anchor and laid:
                self._note(text, place, laid)
            if place == len(line):
                return
            across = self.across[place]
            for letter, after in node.items():
                if not letter or (across is not None and letter not in across[0]):
                    continue
                used = letter if self.rack.get(letter) else WILD
                if self.rack.get(used):
                    self.rack[used] -= 1
                    self._extend(text + letter, after, place + 1, laid + 1)
                    self.rack[used] += 1
        else:
            following = node.get(letters[place])
            if following is not None:
                self._extend(text + letters[place], following, place + 1, laid)

    def _note(self, text: str, end: int, laid: int) -> None:
        if len(text) < 2:
            return
        start = end - len(text)
        if laid == 1:
            free = next(place for place in range(start, end) if not self.letters[place])
            across = self.across[free]
            if across is not None and (across[1] > len(text) or (self.axis == 1 and across[1] == len(text))):
                return
        self.found.append((self.axis, self.line[start:end], text))
