# The newest Python that is installed, from 3.11 on.
PYTHON ?= $(shell for v in 3.14 3.13 3.12 3.11 3; do \
	python$$v -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo python$$v && break; done)

NPM := $(shell command -v npm)
NO_NPM := npm is missing: it comes with Node.js 20.19 or later.

.PHONY: run test test-all test-torch test-bare test-nightly lint lint-javascript bundles previews docs wasm site package lock audit sbom bench clean chromium

run: .venv/run
	AUTOGRAD_STUDIO_LOCAL=1 .venv/bin/streamlit run app.py

test: .venv/test chromium
	.venv/bin/python -m pytest -n auto --dist worksteal

# Also what takes long: the studio in a browser in every detail, gradients against differences, servers that go through much.
test-all: .venv/test .venv-docs/tools chromium
	.venv/bin/python -m pytest -n auto --dist worksteal -m "not nightly"

# What needs PyTorch, in an environment of its own (2 GB).
test-torch: .venv-torch/test
	.venv-torch/bin/python -m pytest -n auto --dist worksteal -m torch

# What README.md and deploy/Dockerfile promise, on a minimal Debian; as root, with debootstrap.
test-bare: .venv/test
	.venv/bin/python -m tools.bare

# The other Pythons, the oldest PyTorch, Firefox and what is slow, as far as they can be had; it says what could not.
test-nightly: .venv/test .venv-torch/test chromium
	.venv/bin/python -m tools.nightly

lint: .venv/test lint-javascript
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/lint-imports

# Node is needed for changing the JavaScript alone. In CI nothing is skipped.
ifdef NPM
lint-javascript: autograd_studio/web/node_modules
	npm run --silent --prefix autograd_studio/web lint
else
lint-javascript:
	@echo "$(NO_NPM) The JavaScript was not checked."; test -z "$$CI"
endif

# What the browser gets, and the words that it says; the result is committed.
bundles: autograd_studio/web/node_modules
	npm run --silent --prefix autograd_studio/web build

# The pictures that other pages show of a link to a lesson, of the lessons as they are; the result is committed.
previews: .venv/test chromium
	.venv/bin/python -m tools.previews

# What runs programs in the page: 98 MB are fetched once, and 25 MB are left of them. `make run` serves it when it is there.
wasm: .venv/test autograd_studio/web/node_modules
	.venv/bin/python -m tools.wasm

# The documentation as pages, in build/docs/; a link that leads nowhere is an error.
docs: .venv-docs/tools
	.venv-docs/bin/python -m tools.docs build/docs

# The studio as a folder of files for any web server, in site/, with the documentation in site/docs/. URL=https://… is where it will be.
site: wasm docs
	.venv/bin/python -m autograd_studio site --docs build/docs $(if $(URL),--url $(URL))

# A wheel and an sdist, in dist/.
package: .venv/test
	.venv/bin/python -m build
	.venv/bin/python -m tools.supply.bill

# The one job that changes what an image installs: its packages by hash, its bases by digest.
lock: .venv-supply/tools
	PATH="$$PWD/.venv-supply/bin:$$PATH" .venv-supply/bin/python -m tools.supply.update

# Known faults and licences of what others wrote. It ends with 3 where a database could not be asked.
audit: .venv/run .venv-supply/tools
	PATH="$$PWD/.venv-supply/bin:$$PATH" .venv/bin/python -m tools.supply.audit

# Bills of materials (CycloneDX) of wheel, image and site, in dist/.
sbom: .venv/run
	.venv/bin/python -m tools.supply.bill

bench: .venv/run
	.venv/bin/python -m benchmarks.start
	.venv/bin/python -m benchmarks.engine
	.venv/bin/python -m benchmarks.sandbox
	.venv/bin/python -m benchmarks.load

# The browser tests need Chromium, and are skipped where it is missing and cannot be installed here.
chromium:
	@command -v chromium >/dev/null || command -v google-chrome >/dev/null || ! command -v apt-get >/dev/null \
	|| [ "$$(id -u)" != 0 ] || { apt-get update -qq \
	&& DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium; } || true

clean:
	rm -rf .venv .venv-* autograd_studio/web/node_modules

.venv .venv-torch .venv-supply .venv-docs:
	$(if $(PYTHON),,$(error Python 3.11 or later is needed))
	$(PYTHON) -m venv $@

.venv/run: requirements.txt | .venv
	.venv/bin/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	touch $@

.venv/test: requirements-dev.txt .venv/run
	.venv/bin/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	touch $@

.venv-torch/test: requirements.txt requirements-dev.txt requirements-torch.txt | .venv-torch
	.venv-torch/bin/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt -r requirements-torch.txt
	touch $@

.venv-supply/tools: requirements-supply.txt | .venv-supply
	.venv-supply/bin/python -m pip install --quiet --disable-pip-version-check -r requirements-supply.txt
	touch $@

.venv-docs/tools: requirements-docs.txt | .venv-docs
	.venv-docs/bin/python -m pip install --quiet --disable-pip-version-check -r requirements-docs.txt
	touch $@

autograd_studio/web/node_modules: autograd_studio/web/package-lock.json
	$(if $(NPM),,$(error $(NO_NPM)))
	npm ci --prefix autograd_studio/web --silent --no-audit --no-fund
	touch $@
