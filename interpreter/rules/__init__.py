"""From the model of a spec to its plan: names, actions, phases, ends and the view, and their costs."""
