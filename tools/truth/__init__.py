"""Random games of other engines, recorded once as independent evidence for our rules.

One module per game translates the positions of the other engine into moves as they are typed in ours. The recordings
are in ``tests/data/truth``; the tests replay them without the other engine.
"""
