"""From one scene to the next: nodes slide, fade, flash and shake."""
