"""The lessons of a spec, taught one by one: what the learner is told, what counts, and what is refused meanwhile.

`Tutorial(game)` has a session of its own, on which the surroundings (a window, a terminal) let the learner act. Before
anything is done they ask `allows`, which gives a nudge where it is not what the lesson waits for. Afterwards they tell
`happened`; a lesson that sets up a position of its own begins when they call `advance`.
"""

from runtime.tutorial.demand import Lesson
from runtime.tutorial.tutorial import NoTutorial, Tutorial, check_tutorial

__all__ = ["Lesson", "NoTutorial", "Tutorial", "check_tutorial"]
