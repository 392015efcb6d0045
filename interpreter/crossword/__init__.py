"""Crosswords on a board of squares: which words a placement forms, and every word that can be laid from a rack.

`formed.py` reads words, `slots.py` finds the places for a word, `filling.py` the words for a place, `laying.py` the
tiles for a word, `moves.py` puts them together. Sites and letters are numbers; an empty site has letter 0.
"""
