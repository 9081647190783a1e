# `make chat` and `make test` make their environment by themselves; the second time they start at once.
# What is installed is told on stderr, so that `printf 'hello' | make chat` puts the answer alone on stdout.
#
#   make chat ARGS="-c"      talk to Zeph
#   make test ARGS="-k dates"
#   make test-all            the campaigns (hundreds of kills and lives, more examples) and the browser too
#   make check               format, lint, types, layers, generated docs
#   make docs                write the generated docs
#   make screenshots         draw the README's pictures anew
#   make bench               measure; results go to docs/benchmarks.md
#   PYTHON=python3.12        another Python than the first one found, for a new environment

.DELETE_ON_ERROR:
.PHONY: chat test test-all check format docs screenshots bench clean

# Some shells forbid it; without its own bytecode every start would compile Zeph again.
export PYTHONDONTWRITEBYTECODE =

VENV := .venv
BIN := $(VENV)/bin
PYTEST := $(BIN)/python -m pytest -n 3 --dist worksteal
ARGS ?=

chat: $(VENV)/.chat
	@ZEPH_STARTED_BY=make exec $(BIN)/zeph chat $(ARGS)

test: $(VENV)/.test
	@$(PYTEST) -m "not campaign and not browser" $(ARGS)

test-all: $(VENV)/.test
	@$(PYTEST) --hypothesis-profile=campaign $(ARGS)

check: $(VENV)/.test
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python -m tests.house
	@$(BIN)/python -m zeph.config.reference --check
	@$(BIN)/python -m zeph.commands.docs --check

format: $(VENV)/.test
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

docs: $(VENV)/.test
	@$(BIN)/python -m zeph.config.reference
	@$(BIN)/python -m zeph.commands.docs

screenshots: $(VENV)/.test
	@$(BIN)/python -m docs.screenshots.make

bench: $(VENV)/.test
	@$(BIN)/python -m benchmarks $(ARGS)

clean:
	@rm -rf $(VENV) build dist

$(VENV)/.chat: extras := embedded
$(VENV)/.test: extras := embedded,openai,gguf,mcp,agents,langgraph,dev
$(VENV)/.chat $(VENV)/.test: $(VENV)/.made pyproject.toml
	@echo "Installing what Zeph needs ($(extras)) ..." >&2
	@uv=uv; uv --version >/dev/null 2>&1 || uv=$(BIN)/uv; \
	$$uv pip install --quiet --compile-bytecode --python $(BIN)/python -e '.[$(extras)]' >&2
	@touch $@

# uv makes the environment where it is there; else Python's own venv does, and gets uv by pip.
$(VENV)/.made:
	@python=; for candidate in $(PYTHON) python3 python3.13 python3.12 python3.11 python; do \
		if $$candidate -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then \
			python=$$candidate; break; \
		fi; \
	done; \
	if [ -z "$$python" ]; then \
		echo "Zeph needs Python 3.11 or newer with venv, and none was found. If it has another name: make PYTHON=/path/to/python3" >&2; \
		exit 1; \
	fi; \
	echo "Making $(VENV) with $$($$python --version) ..." >&2; \
	rm -rf $(VENV); \
	if uv --version >/dev/null 2>&1; then \
		uv venv --quiet --python "$$($$python -c 'import sys; print(sys.executable)')" $(VENV) >&2; \
	else \
		$$python -m venv $(VENV) >&2 && $(BIN)/python -m pip install --quiet --disable-pip-version-check uv >&2; \
	fi
	@touch $@
