# The doors. `make demo` needs Python 3.11 or newer and nothing else; `make test` adds the tools.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
# A CPU build where one is on disk (pip prefers it); on a GPU machine a plain release is right too.
TORCH ?= torch==2.13.0
# Seconds that the two parts of `make proof` may take; what does not fit is reported as skipped.
BUDGET ?= 86400
PACKAGE_BUDGET ?= 86400
# Which proof comes first, so that a short budget skips others each time.
TURN ?= 0
# One more than the cores of a small machine: many tests wait for a server more than they compute.
WORKERS ?= 3

VENV := .venv
BIN := $(VENV)/bin
# Not compiled at installation, which takes minutes; what is used is compiled when it is first imported.
PIP := $(BIN)/pip --disable-pip-version-check install --no-compile --quiet --quiet
CORE := $(VENV)/core.stamp
DEV := $(VENV)/dev.stamp
PACKAGING := settings.ini setup.py pyproject.toml
# A vLLM server has pins of its own, and so an environment of its own.
VLLM := .venv-vllm
export OMP_NUM_THREADS ?= 1
# Where this is set, each of a thousand processes would compile every module again.
unexport PYTHONDONTWRITEBYTECODE
MAKEFLAGS += --no-print-directory

.PHONY: demo test check lint types warm cells chromium browser proof vllm vlmeval clip-benchmark inspect onnxruntime-web test-vllm site bench clean
.DEFAULT_GOAL := demo

$(CORE): $(PACKAGING)
	@echo "installing the light core into $(VENV)"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(PIP) --editable .
	@touch $@

# torch has a command of its own, so that a local build is taken before anything else asks for a release of its own choice.
$(DEV): $(CORE)
	@echo "installing the tools and the extras that the tests need"
	@$(BIN)/python -c "import sys; from importlib.util import find_spec; sys.exit(not find_spec('torch'))" || $(PIP) "$(TORCH)"
	@$(PIP) --editable '.[dev,tune,providers,local,evidence,medical,generate,hub,cluster,interop]'
	@touch $@

demo: $(CORE)
	@$(BIN)/cfvlm demo

# Two things at a time, in this order: the cells begin when the lint is clean and the libraries are compiled, beside the types.
test:
	@$(MAKE) --jobs 2 $(DEV) chromium
	@$(MAKE) --jobs 2 lint warm types cells
	@$(MAKE) site
	@$(MAKE) browser

# Notebooks clean, modules exported, lint, types.
check: lint types

lint: $(DEV)
	@$(BIN)/cfvlm-test --stale
	@$(BIN)/ruff check --quiet nbs setup.py .ci

types: $(DEV)
	@$(BIN)/pyright --pythonpath $(BIN)/python

# Imports once what each test process imports first. They start together, and would all compile the same modules.
warm: $(DEV)
	@$(BIN)/python -c "from cf_vlm_bench.dev.process import DEEP, LIBRARIES, nursery; nursery(*LIBRARIES, *DEEP)" </dev/null

cells: $(DEV)
	@$(BIN)/cfvlm-test --cells --workers $(WORKERS)

site: $(DEV)
	@$(MAKE) onnxruntime-web || echo "the live page will be left out"
	@$(BIN)/cfvlm-site --workers $(WORKERS)

# The review page and the site are driven in a real browser; without one, both checks say that they were skipped.
chromium:
	@if ! command -v chromium >/dev/null && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo "installing chromium for the browser checks"; \
	  { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core; } >/dev/null 2>&1 || true; fi

browser: $(DEV) chromium
	@if command -v chromium >/dev/null; then $(BIN)/python .ci/browser.py _docs; \
	else echo "browser check skipped: no chromium"; echo "0 passed, 0 failed, 1 skipped"; fi

# Kill storms, long training, peers, the real server: the cells marked slow. They start whole clusters, so only two at a time.
# Then every lesson once more, on the module as it is installed.
proof: $(DEV)
	@$(MAKE) vllm || echo "the proof with a real vLLM server will be skipped"
	@$(MAKE) vlmeval || echo "the proof with VLMEvalKit's evaluator will be skipped"
	@$(MAKE) clip-benchmark || echo "the proof with clip-benchmark will be skipped"
	@$(MAKE) inspect || echo "the proof with inspect_ai will be skipped"
	@$(MAKE) onnxruntime-web || echo "the proof of the live page will be skipped"
	@$(BIN)/cfvlm-test nbs/proof --cells --flags slow --seconds $(BUDGET) --budget $(BUDGET) --turn $(TURN) --workers 2
	@$(BIN)/cfvlm-test --package --budget $(PACKAGE_BUDGET) --turn $(TURN) --workers $(WORKERS)

# A real vLLM server for machines without a GPU; another one is named by CFVLM_SERVER_PYTHON.
vllm:
	@test -n "$$CFVLM_SERVER_PYTHON" || PYTHON="$(PYTHON)" .ci/vllm $(VLLM)

# VLMEvalKit's evaluator, for five benchmarks; another one is named by CFVLM_VLMEVAL_PYTHON.
vlmeval:
	@test -n "$$CFVLM_VLMEVAL_PYTHON" || PYTHON="$(PYTHON)" .ci/vlmeval .venv-vlmeval

# clip-benchmark, for retrieval and zero-shot classification; another one is named by CFVLM_CLIP_BENCHMARK_PYTHON.
clip-benchmark:
	@test -n "$$CFVLM_CLIP_BENCHMARK_PYTHON" || PYTHON="$(PYTHON)" .ci/clip_benchmark .venv-clip-benchmark

# inspect_ai, for round trips of suites and answers; another one is named by CFVLM_INSPECT_PYTHON.
inspect:
	@test -n "$$CFVLM_INSPECT_PYTHON" || PYTHON="$(PYTHON)" .ci/inspect .venv-inspect

# What runs models in a reader's browser, for the live page.
onnxruntime-web:
	@test -d _build/onnxruntime_web || .ci/onnxruntime_web

test-vllm: $(DEV) vllm
	@$(BIN)/cfvlm-test nbs/proof/vllm.ipynb nbs/proof/orders.ipynb --cells --flags slow --seconds 1800 --workers 1

# Our own speed and memory, reported and not asserted.
bench: $(DEV)
	@if [ -d nbs/bench ]; then $(BIN)/cfvlm-test nbs/bench --cells --flags slow --seconds 3600 --workers 1; \
	else echo "nothing under nbs/bench"; fi

clean:
	rm -rf _build _docs _proc build dist *.egg-info .ruff_cache .coverage*
