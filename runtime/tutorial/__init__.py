"""The lessons of a spec, taught one by one: what the learner is told, what counts, and what is refused meanwhile.

`Tutorial(game)` has a session of its own, on which its host (a window, a terminal) lets the learner act. Before
anything is done the host calls `allows`, which returns a nudge if it is not what the lesson waits for. Afterwards it
calls `happened`; a lesson that sets up a position of its own begins when the host calls `advance`.
"""

from runtime.tutorial.demand import Lesson
from runtime.tutorial.tutorial import NoTutorial, Tutorial, check_tutorial

__all__ = ["Lesson", "NoTutorial", "Tutorial", "check_tutorial"]
