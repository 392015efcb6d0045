# Everything runs in .venv, which the first command builds with pinned versions.
# Another interpreter: make PYTHON=/usr/local/bin/python3.12 test

PYTHON ?=
GAME ?=
SECTIONS ?=
PAGE ?=

BIN := .venv/bin
INSTALLED := .venv/installed
# If the folder is moved or renamed, its .venv must be rebuilt.
MOVED := $(shell test ! -s $(INSTALLED) || test "$$(cat $(INSTALLED))" = "$$(pwd -P)" || echo moved)

# Python 3.11 cannot start in a folder whose name has non-ASCII letters if the locale has only ASCII.
ifneq ($(filter C POSIX,$(LC_ALL)),)
export LC_ALL := C.UTF-8
endif

.PHONY: help play test check bench soak docs pictures venv moved

help:
	@echo 'make play [GAME=name]       play a game'
	@echo 'make test                   lint, types, layers and tests'
	@echo 'make check                  check every spec and run its acceptance tests'
	@echo 'make bench [SECTIONS=name]  measure speed'
	@echo 'make soak                   the long-running tests'
	@echo 'make docs                   rewrite the reference, the JSON Schema and the pages of games'
	@echo 'make pictures               redraw the pictures of the documentation'

play: $(INSTALLED)
	@sh tools/system.sh play
	@$(BIN)/tilewright play $(GAME)

test: $(INSTALLED)
	@sh tools/system.sh test
	@$(BIN)/python -m ruff check --quiet .
	@$(BIN)/python -m mypy --no-error-summary
	@sh tools/quietly.sh $(BIN)/lint-imports --no-logo
	@$(BIN)/python -m pytest -q -n 2 </dev/null

check: $(INSTALLED)
	@$(BIN)/tilewright check specs
	@$(BIN)/tilewright test specs

bench: $(INSTALLED)
	@$(BIN)/python -m tools.bench $(if $(PAGE),--page $(PAGE)) $(SECTIONS)

soak: $(INSTALLED)
	@$(BIN)/python -m pytest -q -n 2 -m soak --hypothesis-profile=soak </dev/null

docs: $(INSTALLED)
	@$(BIN)/tilewright reference >/dev/null
	@$(BIN)/tilewright schema --out docs/tilewright.schema.json >/dev/null
	@$(BIN)/python -m tools.game_pages >/dev/null

pictures: $(INSTALLED)
	@$(BIN)/python -m tools.pictures
	@$(BIN)/python -m tools.film

venv: $(INSTALLED)

$(INSTALLED): pyproject.toml constraints.txt tools/venv.sh $(MOVED)
	@PYTHON='$(PYTHON)' sh tools/venv.sh
