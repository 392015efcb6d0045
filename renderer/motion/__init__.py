"""From one scene to the next: what slides, fades, flashes and shakes."""
