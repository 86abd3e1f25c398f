# make run      set everything up, if need be, and open the window
# make test     all tests
# make check    layout, lint, types, import contracts
# make bench    times on this machine (TORCH=1: against PyTorch; ARGS='--only forward/d512': those rows)
# ARGS="…" is handed on: make run ARGS='counts --length 1000', make test ARGS='tests/core -k norm'
# PYTHON=… names the Python to build .venv with; otherwise the first that fits.

FITS := import sys; sys.exit(not ((3, 11) <= sys.version_info[:2] <= (3, 13) and sys.implementation.name == "cpython"))
NAMES := python3.12 python3.13 python3.11 python3 python
ifndef PYTHON
PYTHON := $(shell for name in $(NAMES); do if "$$name" -c '$(FITS)' >/dev/null 2>&1; then echo "$$name"; break; fi; done)
endif

TASKS := run test check bench format coverage lock translations screenshots
.PHONY: $(TASKS)

$(TASKS):
	@if ! "$(PYTHON)" -c '$(FITS)' >/dev/null 2>&1; then \
		echo 'Transformador needs Python 3.11, 3.12 or 3.13; install one of these (Debian, Ubuntu: apt-get install python3 python3-venv), or name it: make $@ PYTHON=/path/to/python3.12' >&2; \
		exit 2; \
	fi
	@"$(PYTHON)" -m tools.tasks $@ $(ARGS)
