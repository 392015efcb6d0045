"""The form for what a player prefers. Every change counts at once."""

from __future__ import annotations

from renderer.flow.sheet import Sheet
from renderer.page_models import CLOSE, Field, Form

THEMES = (("dark", "Dark"), ("light", "Light"), ("high_contrast", "High contrast"))
SPEEDS = (("off", "Off"), ("fast", "Fast"), ("normal", "Normal"))


class PreferencesForm(Sheet):
    """Theme, patterns, animation, sounds and lights."""

    name = "preferences"

    def page(self) -> Form:
        """The form as it is filled in."""
        preferred = self.host.surroundings.preferences.value
        fields = (
            Field("theme", "Theme", "choice", preferred.theme, THEMES),
            Field("patterns", "Patterns as well as colours", "flag", preferred.patterns),
            Field("animation", "Animation", "choice", preferred.animation, SPEEDS),
            Field("sound", "Sounds", "flag", preferred.sound),
            Field("highlights", "Light up legal choices", "flag", preferred.highlights),
        )
        return Form("Preferences", fields, (CLOSE,), first=self.first)

    def choose(self, name: str, value: object) -> None:
        """Change one."""
        self.host.surroundings.preferences.change(**{name: value})
        self.host.changed()
