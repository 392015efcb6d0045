"""Everyday names for options, sections, functions and words that have another name here."""

# For each name the words that may be meant for it. A word may stand at several names, of which mostly one alone is
# known where it is written; if there are more, the first counts.
_OTHERS = """
# Sections
about: description desc summary subtitle blurb intro
actions: moves move commands verbs abilities orders
acceptance: tests test scenarios cases specs examples
ai: bots bot cpu opponent_ai engine
assist: help helps helpers assistance support
boards: board grid map field fields maps playfield
define: definitions defs functions macros formulas expressions helpers
end_conditions: goal goals objective victory win_conditions winning wins ends ending endings end game_over outcomes win
end_conditions: victory_conditions end_condition termination finish
entities: pieces piece units tokens cards tiles components objects men figures
how_to_play: howto how_to instructions manual guide rules_text
levels: difficulties stages maps puzzles presets
lexicon: dictionary wordlist word_list words
players: teams team sides side participants
routines: procedures subroutines scripts methods
settings: config configuration preferences parameters params variants_of
setup: init initialize initialise initialization begin start on_start set_up initial_position
state: variables variable vars globals score scores scoring counters memory
tables: data constants lookup lookups arrays lists
turns: rounds flow turn phases
tutorial: lessons lesson training
types: enums enum enumerations
view: ui gui display look layout appearance style
zones: piles hands decks areas places hand deck
# Players, settings
facing: direction orientation looks_to heading forward
seat: control controller controlled_by played_by type kind
default: initial value start preset
options: values choices words allowed enum
range: limits bounds interval between
title: name label caption heading header display_name text
help: description tooltip hint explanation desc info
change: changeable when mutable
reseeds: reseed seed seeds new_seed
# Entities and properties
footprint: size shape dimensions extent
at_most: max maximum limit count amount number
legend: symbols symbol key glyphs characters letters
is: type kind value then datatype of
start: initial default value given init position
seen_by: visible_to visible known_to shown_to viewers
seen_if: visible_if visible_when shown_if known_if seen_when
remembered: remember remembers memory
# Boards and zones
columns: width cols column w files x
rows: height row h ranks y lines
wrap: torus toroidal wraps cyclic wrapped wraparound
neighbours: neighbors adjacency adjacent connectivity
origin: first_row start_corner orientation corner
skip_i: no_i without_i
holds: contains contain holds_kind accepts pieces piece kinds kind
pile: stack stacking stackable piles stack_size height depth capacity max_pieces
per: each for per_player by owners
regions: areas blocks region boxes sections
layers: levels floors stories
layouts: shapes variants
lines: connections edges links paths grid_lines line_colour
sites: points nodes spaces squares
places: positions coordinates locations
cell: cells properties square squares site attributes
edges: edge walls sides borders
corners: corner crossings vertices posts
rim: border outer outside frame
size: capacity max limit count slots length
# Actions and choices
confirm: ask question are_you_sure confirmation prompt
notation: notate written log move_notation text
hint: hints help tip
only_if: enabled enabled_if available available_if if precondition
follows: after only_after follow follow_up continues after_action
forced: mandatory compulsory must required obligatory
gesture: input mouse control interaction
choose: choices args arguments inputs params parameters select pick targets target
symmetric: commutative symmetrical unordered
let: with where vars variables locals
moves: generator mover candidates
validate: checks legal requirements requires conditions constraints preconditions rules check validation
effects: steps do result results consequences execute effect then actions
from: options choices candidates among of source in values list
where: filter if condition keep when only such_that with
else: message msg error otherwise reason refuse refusal error_message text say fail
ask_if: ask_when optional if when only_if condition
otherwise: default fallback else value
alike: same equal group_by distinct_by unique_by identical same_if
many: several multiple sequence count number amount
some: exactly set number_of several subset up_to any_of
of: owner whose who fields parts player for
in_order: ordered order fixed_order
check: condition test assert require ensure must when if that
most: max maximum highest maximise maximize best
least: min minimum lowest minimise minimize fewest
show: highlight lit light mark display visible
# Turns and ends
order: turn_order sequence players
first: starts starter begins starting_player first_player start_player who_starts
begin: start on_begin on_start before start_of_turn turn_start at_start
end: on_end finish end_of_turn turn_end at_end
when_stuck: stuck on_stuck no_moves no_legal_moves if_stuck stalemate cannot_move when_no_moves
phases: stages parts
who: player players acts turn whose
until: ends_when ends_if while stop_when done_when end_when
next: then goto next_phase followed_by leads_to
after: on following after_action trigger on_action then
winner: wins winners victor win who_wins
won: win wins victory success
payoff: payout payouts reward rewards utility pays score points
recover: retry undo_offer second_chance rescue offers
when: condition if test check trigger on case
say: message msg text show_text tell description announce
# Computer
bot: type algorithm engine strategy method player
depth: lookahead plies ply max_depth search_depth look_ahead
budget: max_nodes nodes iterations simulations playouts rollouts max_iterations tries
evaluate: evaluation heuristic eval score value utility fitness
luck: chance randomness random
worlds: samples determinizations
slack: noise error randomness tolerance sloppiness
rules: strategy priorities heuristics rule
think_ms: time_limit thinking_time think_time time max_time timeout time_ms ms
delay_ms: delay wait pause wait_ms delay_time
limit_ms: timeout max_time hard_limit
plays: player players side sides seats controls as
percent: probability frequency likelihood odds chance how_often
rank: sort order_by priority scores by
words: vocabulary dictionary lexicon
knows: sees peeks foresees
# Assist
undo: undos takeback take_back
hints: hint tips
lives: life tries
preview: previews lookahead show_preview
highlight: highlights show_legal show_moves light_up
limit: max maximum count number amount
# View
colours: colors palette theme color colour
colour: color fill background tint paint
panels: panel sidebar scoreboard info infos displays
status: message messages status_line line statusbar
log: history messages
animate: animation animations animated durations
buttons: button toolbar controls
menu: menus items
overlays: cards popups dialogs dialog overlay
face: label text symbol front letter value
corner: small_text index
at: position location side place where site sites square
as: style drawn_as display type kind
coordinates: labels show_coordinates axes notation
margin: padding border
cell_size: size tile_size square_size cellsize pixels scale
fan: spread fan_out fanned cascade overlap
outline: border border_colour border_color frame edge_colour edge_color
valid: legal legal_moves highlight targets
last_move: lastmove recent
borders: border blocks region_borders
marks: mark markers signs decorations
looks: look styles style appearance
cells: cell ground background squares
shape: form body figure
pattern: texture fill_pattern hatch
icon: image sprite picture symbol emoji glyph
pips: dots count
ink: text_colour text_color font_colour font_color foreground color_of_text
label: title name caption text heading
text: body content message description say
button: ok close dismiss button_text
line: row text entry
total: sum score
win: victory won success winner
lose: defeat lost loss loser
draw: tie drawn
over: end finished default
# Lessons and tests
steps: lessons stages parts pages
given: setup position board start before initial
wait: wait_for until expect action goal task
only: if where condition when check must
nudge: hint hints feedback wrong tip else error
chosen: choose chooses select selected pick picked
action: move play do perform
ended: end ends finish over
used: use press
covers: cover rules rule tests requirement covered
then: expect expected assert result results should
to_move: turn player mover active current_player side_to_move whose_turn
seed: random_seed
says: message msg text told
refused: refuses rejected illegal invalid denied error refuse
legal: moves legal_moves allowed
unchanged: same unmodified
looks: look shown appearance
# Steps
move: put place transfer go
remove: clear wipe delete destroy discard capture kill take eliminate
create: spawn add make new
deal: draw give distribute
shuffle: mix scramble
repeat: while loop times
run: call invoke do routine
event: emit log trigger signal fire notify
continue: go_on next_action follow_with
to: into target onto destination
beneath: lowest at_bottom
stream: source rng generator luck seed
in: zone into
up_to: max count number amount limit
property: field attribute column
do: steps then body effects action move perform
# Functions
neighbours: adjacent adjoining neighbors neighbor neighbour nearby surrounding beside next_to
around: surrounding
position: index index_of indexof find find_index
opponent: enemy other rival foe enemy_of other_player
reversed: reverse backwards flip
distinct: unique uniq set dedupe deduplicate
take: slice head limit
upwards: stack_from from_here
pieces: men all_pieces tokens
ray: beam direction_from cast
group: chain component connected cluster
groups: chains islands clusters components
distance: dist steps_between manhattan
step: offset next_site forward ahead
min: closest nearest smallest minimum lowest
max: largest biggest maximum highest farthest furthest
count: number_of amount count_if how_many num
sum: total add_up add
any: some exists exist
all: every each forall
default: coalesce or_else ifnone if_none get
empty: vacant is_free free isempty is_empty
join: concat concatenate
upper: uppercase to_upper capitals capitalize
column: col file x
row: rank y
name: id label
stuck: no_moves has_no_moves cannot_move
can: can_do possible legal allowed
turn_number: turn turn_count turns round move_number ply
players: all_players everyone
me: current current_player player self mine you active_player
# Words
inherited: super parent base original inherit
none: null nil nobody nothing unlimited infinite infinity draw tie undefined empty
true: yes on enabled always
false: no off disabled never
flag: bool boolean
number: int integer float num
text: str string
list: array
owner: me mine self player
nobody: none no_one noone hidden nobody_sees
all: everyone everybody anyone public
person: human user man me player manual
computer: ai bot cpu robot machine auto
everyone: all everybody each_player simultaneous together
each: one alternating in_turn
any_time: anytime always during during_game
points: crossings intersections dots vertices
cells: squares spaces fields
top: upper up above upper_left
bottom: lower down below lower_left
square: rectangular rectangle grid squares orthogonal
hex: hexagon hexagonal hexes
graph: network nodes web lines
sides: orthogonal orthogonals four
drag: dragging drop
right_click: rightclick right secondary
up: upward upwards north above top
down: downward downwards south below vertical vertically bottom
left: west leftwards
right: east rightwards horizontal horizontally
north: up upward top forward upwards n
south: s down downward bottom backward downwards
east: right rightward e
west: left leftward w
lose: loses lost defeat loss
win: wins victory
pass: skip skips passes pass_turn
disc: circle round counter coin dot
search: minimax mini_max minmax alphabeta alpha_beta negamax expectimax lookahead
sampled: sample samples random
left_out: ignored ignore none off
"""


def _by_word() -> dict[str, tuple[str, ...]]:
    """For each word, the names that it may stand for."""
    found: dict[str, list[str]] = {}
    for line in _OTHERS.split("\n"):
        name, _, words = line.partition(": ")
        for word in words.split():
            found.setdefault(word, []).append(name)
    return {word: tuple(names) for word, names in found.items()}


OTHER_NAMES = _by_word()
"""For each word that people use the names of this language that it may be meant for."""
