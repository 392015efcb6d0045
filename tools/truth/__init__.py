"""Random games of other engines, recorded once as outside truth about our rules.

A module a game translates the positions of the other engine into moves as they are typed in ours. What is recorded
lies in ``tests/data/truth``; the tests play it again without the other engine.
"""
