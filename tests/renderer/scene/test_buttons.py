"""Buttons."""

from itertools import pairwise

from renderer.nodes import Box, Node, Target
from renderer.scene.buttons import (
    Button,
    Touch,
    button_nodes,
    button_rows,
    choice_button,
    key_of,
    row_of_buttons,
    shown_button,
)
from renderer.scene.page_models import Choice
from renderer.scene.ui import Ui
from renderer.skins.icons import Icon
from renderer.skins.paper import Paper
from renderer.skins.text import Label
from renderer.skins.theme import theme
from runtime.show.values import ButtonShown

DARK = theme("dark")
UNDO = Button("button:undo", "Undo", Target("command", "undo"), "undo", "Z")


def paper(nodes: tuple[Node, ...]) -> Paper:
    assert isinstance(nodes[0].skin, Paper)
    return nodes[0].skin


def test_a_button_has_its_paper_icon_text_and_key() -> None:
    nodes = button_nodes(UNDO, Box(10, 20, 160, 40), DARK, 1.0, 100, Touch())
    assert [node.key for node in nodes] == ["button:undo", "button:undo:icon", "button:undo:text", "button:undo:key"]
    assert [type(node.skin) for node in nodes] == [Paper, Icon, Label, Label]
    assert nodes[0].target == Target("command", "undo")
    assert all(node.target is None for node in nodes[1:])
    assert (nodes[0].x, nodes[0].y, nodes[0].width, nodes[0].height) == (10, 20, 160, 40)


def test_in_a_narrow_button_the_key_goes_first_then_the_icon() -> None:
    narrow = button_nodes(UNDO, Box(0, 0, 82, 40), DARK, 1.0, 100, Touch())
    assert [node.key for node in narrow] == ["button:undo", "button:undo:icon", "button:undo:text"]
    tiny = button_nodes(UNDO, Box(0, 0, 52, 40), DARK, 1.0, 100, Touch())
    assert [node.key for node in tiny] == ["button:undo", "button:undo:text"]


def test_touching_and_pressing_change_the_paper() -> None:
    box = Box(0, 0, 160, 40)
    still = button_nodes(UNDO, box, DARK, 1.0, 100, Touch())
    hovered = button_nodes(UNDO, box, DARK, 1.0, 100, Touch(hovered=True))
    pressed = button_nodes(UNDO, box, DARK, 1.0, 100, Touch(True, True))
    assert paper(hovered).edge == DARK.ink != paper(still).edge
    assert paper(still).lip == 3
    assert paper(pressed).lip == 1
    assert pressed[0].y == 2
    assert pressed[2].y == still[2].y + 2


def test_a_button_out_of_use_is_dim_and_does_not_give_way() -> None:
    dead = Button("button:undo", "Undo", Target("command", "undo"), enabled=False)
    (node, text) = button_nodes(dead, Box(0, 0, 160, 40), DARK, 1.0, 100, Touch(True, True))
    assert not node.enabled
    assert node.alpha == 0.5
    assert node.y == 0
    assert isinstance(text.skin, Label)
    assert text.skin.colour == DARK.ink_faint


def test_ranks() -> None:
    box = Box(0, 0, 100, 40)
    plain, primary = UNDO, Button("a", "Hint", UNDO.target, rank="primary")
    assert paper(button_nodes(plain, box, DARK, 1.0, 0, Touch())).fill == DARK.button
    assert paper(button_nodes(primary, box, DARK, 1.0, 0, Touch())).fill == DARK.accent
    quiet = Button("a", "Hint", UNDO.target, rank="quiet")
    assert button_nodes(quiet, box, DARK, 1.0, 0, Touch())[0].alpha == 0.0
    assert button_nodes(quiet, box, DARK, 1.0, 0, Touch(hovered=True))[0].alpha == 1.0


def test_buttons_of_a_game() -> None:
    undo = shown_button(ButtonShown("undo", "Undo", True, left=3), "card:")
    assert undo == Button("card:button:undo", "Undo · 3", Target("command", "undo"), "undo", "Z")
    play = shown_button(ButtonShown("undo", "Undo it", True, is_action=True, armed=True))
    assert play == Button("button:undo", "Undo it", Target("action", "undo"), None, "", "chosen")


def test_buttons_of_a_page() -> None:
    back = choice_button(Choice("Back", Target("command", "close"), key="Esc"))
    assert back == Button("button:close", "Back", Target("command", "close"), None, "Esc")
    new = choice_button(Choice("New game", Target("command", "new_game"), primary=True))
    assert (new.icon, new.rank) == ("play", "primary")


def test_keys() -> None:
    assert key_of(Target("command", "menu")) == "button:menu"
    assert key_of(Target("action", "pass"), "card:") == "card:button:pass"
    assert key_of(Target("option", "size", 9)) == "option:size:9"
    assert key_of(Target("field", "seed")) == "field:seed"


def test_long_buttons_get_rows_of_their_own() -> None:
    def button(text: str) -> Button:
        return Button(text, text, UNDO.target)

    short, long = [button(f"B{number}") for number in range(4)], button("A button with a very long text")
    rows = button_rows([*short[:2], long, *short[2:]], 300, 10, 1.0, 3)
    assert [[each.text for each in row] for row in rows] == [["B0", "B1"], [long.text], ["B2", "B3"]]
    assert [len(row) for row in button_rows([long, long], 300, 10, 1.0, 3)] == [1, 1]
    assert [len(row) for row in button_rows(short, 300, 10, 1.0, 3)] == [2, 2]


def test_a_long_button_gets_no_row_of_its_own_if_that_makes_more_rows() -> None:
    buttons = [Button(text, text, UNDO.target) for text in ("Undo", "Redo", "Another game", "Restart")]
    assert [len(row) for row in button_rows(buttons, 320, 10, 1.0, 3)] == [2, 2]


def test_a_row_is_squeezed_into_its_box() -> None:
    buttons = [Button(str(number), f"Button {number}", UNDO.target) for number in range(6)]
    nodes = [node for node in row_of_buttons(buttons, Box(5, 0, 300, 40), DARK, 1.0, 0, Ui()) if node.target]
    assert nodes[0].x == 5
    assert nodes[-1].x + nodes[-1].width == 305
    assert all(after.x - before.x - before.width in (12, 11, 13) for before, after in pairwise(nodes))


def test_the_texts_of_a_crowded_row_are_equally_large() -> None:
    titles = ("Khi", "Stack Swap Mosaic", "Stackdoku", "Stacks", "Word Cell", "No, thanks")
    buttons = [Button(title, title, UNDO.target) for title in titles]
    row = row_of_buttons(buttons, Box(0, 0, 526, 36), DARK, 1.0, 0, Ui())
    heights = {node.skin.font_size for node in row if isinstance(node.skin, Label)}
    assert len(heights) <= 2 and min(heights) >= 13
