# make demo · make test · make bench · make docs: each sets up all that it needs.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := pyproject.toml CMakeLists.txt $(wildcard src/partwise/kernels/*.cpp src/partwise/kernels/*.hpp)
export PIP_DISABLE_PIP_VERSION_CHECK = 1
# Modules are compiled when they are first imported, most never; and not again by each of the many processes of tests.
export PIP_COMPILE = 0
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test test-python test-spark test-slow test-field test-lowest routes fuzz mutants lint bench bench-gpu docs site accessibility index images certificates check-certificates sanitize sanitize-threads faults load leaks test-pythons fuzz-parsers sbom lock wheel machines machines-python reproducible clean help
.DEFAULT_GOAL := help

help:
	@echo "make demo   compare clusterings of handwritten digits and write report.html"
	@echo "make test   lint, type checks and all tests"
	@echo "make test-slow  searches and simulations that take minutes, and every verdict anew"
	@echo "make test-field  tests against the libraries whose objects are read: NetworkX, AnnData, Splink, …"
	@echo "make test-lowest  some of the tests with the lowest versions of all dependencies"
	@echo "make routes N=20000  random labels on random routes against the definition, and every failure"
	@echo "make fuzz N=5000 SEED=0  every proof about random formulas against random clusterings"
	@echo "make mutants ROOM=tables N=200 SEED=0  small changes of a room's source, and those that no test notices"
	@echo "make fuzz-parsers N=10000000 SEED=0  odd inputs to every parser: no crash, no hang, no memory"
	@echo "make bench  speed side by side with other libraries"
	@echo "make bench-gpu  speed of labels on a GPU, beside PyTorch and torchmetrics"
	@echo "make docs   write the generated pages of docs/, and build the site in build/site"
	@echo "make index KEY=…  write what follows from the definition of a new index, and say what is missing"
	@echo "make images  draw docs/images from the code of the pages"
	@echo "make certificates  write docs/certificates.json.gz: every proof and counterexample of the catalogue"
	@echo "make check-certificates  verify them all with a copy of the checker alone, without partwise"
	@echo "make accessibility  check pages of the site with axe-core"
	@echo "make sanitize  tests of the kernels under AddressSanitizer and UBSan"
	@echo "make sanitize-threads  eight threads on kernels built with ThreadSanitizer"
	@echo "make faults N=500 SEED=0  the command line under random faults: full disks, lost connections, signals, …"
	@echo "make load MINUTES=10  every public function on eight threads, against one thread"
	@echo "make leaks  memory after 100 000 calls"
	@echo "make machines  the kernels on every available processor and compiler, and whether their numbers agree (ROWS=\"Clang s390x\": some of them)"
	@echo "make machines-python TESTS=tests/kernels  tests of Python code on aarch64, in a Debian system under QEMU (needs root)"
	@echo "make reproducible  build the wheel twice in different folders, and compare the bits"
	@echo "make wheel  build the source distribution, and from it a wheel, into dist/"
	@echo "make sbom  write build/sbom.cdx.json and LICENSES-DEPENDENCIES.md: what partwise depends on"
	@echo "make test LOCKED=1  the same with the pinned versions of requirements/ci.lock (also: make demo LOCKED=1)"
	@echo "make lock  pin what CI installs, with hashes, in requirements/ci.lock"
	@echo "make test-pythons  install partwise into every Python found, and test the kernels there"
	@echo "make clean  remove the virtual environment and everything that was built"

$(VENV)/ready:
	@command -v $(PYTHON) >/dev/null || { echo "partwise needs Python 3.11 or newer: install python3, or name it with 'make PYTHON=/path/to/python'"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "partwise needs Python 3.11 or newer, but $(PYTHON) is older: name another with 'make PYTHON=/path/to/python'"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "partwise needs Python's venv module: install python3-venv"; exit 1; }
	@command -v $${CXX:-c++} >/dev/null || command -v g++ >/dev/null || { echo "partwise needs a C++20 compiler: install g++ 10 or newer, or clang 12 or newer"; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -q --upgrade "pip>=25.1"
	@touch $@

# LOCKED=1 installs the pinned versions of requirements/ci.lock, checked by their hashes.
LOCKED :=

# Built once with what it needs to run, and again whenever the build or the kernels change.
$(VENV)/installed: $(VENV)/ready $(SOURCES)
	@echo "installing partwise into $(VENV) …"
	@[ -z "$(LOCKED)" ] || $(BIN)/python -m pip install -q --require-hashes -r requirements/ci.lock || echo "requirements/ci.lock does not suit this Python, platform or package index: installing the newest versions instead"
	@$(BIN)/python -m pip install -q "scikit-build-core>=0.11" "nanobind>=2.7" "cmake>=3.18" ninja
	@$(BIN)/python -m pip install -q --no-build-isolation --editable ".[all]"
	@touch $@

$(VENV)/test-ready: $(VENV)/installed
	@echo "installing what the tests need …"
	@$(BIN)/python -m pip install -q --group test
	@touch $@

demo: $(VENV)/installed
	@$(BIN)/python examples/demo.py

lint: $(VENV)/test-ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test: lint test-python test-spark

# Neighbours stay in one process, which then makes what they share once.
test-python: $(VENV)/test-ready
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal -m "not spark and not slow"

test-spark: $(VENV)/test-ready
	$(BIN)/python -m pytest --numprocesses 2 --dist loadgroup -m spark tests/every_engine tests/every_route

# Searches and simulations of minutes; what they guard has quicker tests in `test` too.
test-slow: $(VENV)/test-ready
	$(BIN)/python -m pytest --numprocesses auto -m slow tests

# The libraries of tests/field live in an environment of their own, with partwise as users install it.
# PyTorch and CuPy are tested where they are installed: TORCH=torch adds the first.
FIELD := build/field
TORCH :=

$(FIELD)/ready: $(VENV)/ready pyproject.toml $(SOURCES) $(wildcard src/partwise/*.py src/partwise/*/*.py)
	@echo "installing partwise and the libraries of tests/field into $(FIELD) …"
	@$(PYTHON) -m venv $(FIELD)
	@$(FIELD)/bin/python -m pip install -q --upgrade "pip>=25.1"
	@$(FIELD)/bin/python -m pip install -q --config-settings=build-dir=build/field-objects . --group field $(TORCH)
	@touch $@

test-field: $(FIELD)/ready
	$(FIELD)/bin/python -m pytest tests/field

# The lowest versions that pyproject.toml allows, in an environment of their own; with Python 3.11,
# the lowest too, if that is what PYTHON is.
LOWEST := .venv-lowest

$(LOWEST)/ready: $(VENV)/ready $(SOURCES) $(wildcard src/partwise/*.py src/partwise/*/*.py) tests/lowest.py
	@echo "installing the lowest versions into $(LOWEST) …"
	@$(PYTHON) -m venv $(LOWEST)
	@$(LOWEST)/bin/python -m pip install -q --upgrade "pip>=25.1"
	@$(LOWEST)/bin/python tests/lowest.py > $(LOWEST)/lowest.txt
	@$(LOWEST)/bin/python -m pip install -q -r $(LOWEST)/lowest.txt "hypothesis>=6.100" "networkx>=3" "pytest>=8" "pytest-xdist>=3" "scikit-build-core>=0.11" "nanobind>=2.7" "cmake>=3.18" ninja
	@$(LOWEST)/bin/python -m pip install -q --no-deps --no-build-isolation --config-settings=build-dir=build/lowest-objects .
	@touch $@

test-lowest: $(LOWEST)/ready
	$(LOWEST)/bin/python tests/smoke.py
	$(LOWEST)/bin/python -m pytest -q -p no:cacheprovider --override-ini=pythonpath="tests" tests/clusterings tests/tables --deselect tests/tables/test_formula_protocol.py::test_every_view_is_tried
	$(LOWEST)/bin/python -m pytest -q -p no:cacheprovider --override-ini=pythonpath="tests" \
	-m "not spark" -k "(pandas or polars or duckdb or pyarrow) and not dask and not ibis" \
	tests/every_engine/test_policies.py tests/every_engine/test_scores.py tests/every_engine/test_weights.py

# Labels, routes, entries and policies drawn at random; "make routes N=500 SESSION=spark" asks Spark.
N := 20000
routes: $(VENV)/test-ready
	PYTHONPATH=tests $(BIN)/python -m every_route.run --examples $(N) $(if $(SESSION),--session $(SESSION))

# Formulas drawn at random; a proof that something contradicts is shown, and fails.
SEED := 0
fuzz: N := 5000
fuzz: $(VENV)/test-ready
	PYTHONPATH=tests $(BIN)/python -m properties.fuzz.run --formulas $(N) --seed $(SEED)

# Changes of a room's source drawn at random, and whether its tests fail; the survivors are shown.
ROOM := tables
JOBS := $(shell nproc 2>/dev/null || echo 2)
mutants: N := 200
mutants: $(VENV)/test-ready
	PYTHONPATH=tests $(BIN)/python -m mutants.$(if $(filter kernels,$(ROOM)),kernels,run $(ROOM)) -n $(N) --seed $(SEED) --jobs $(JOBS)

# Commands run under faults drawn at random; what is not whole, not explained or left behind is shown, and fails.
faults: N := 500
faults: $(VENV)/test-ready
	PYTHONPATH=tests $(BIN)/python -m faults.run --runs $(N) --seed $(SEED)

MINUTES := 10
load: $(VENV)/test-ready
	PYTHONPATH=tests $(BIN)/python -m load.threads $(MINUTES)

leaks: $(VENV)/test-ready
	PYTHONPATH=tests $(BIN)/python -m load.leaks

# Odd inputs; those that fail are written to build/fuzz-parsers, and tried again with --replay FILE.
fuzz-parsers: N := 10000000
fuzz-parsers: $(VENV)/test-ready
	PYTHONPATH=tests $(BIN)/python -m fuzz_parsers.run --inputs $(N) --seed $(SEED) --jobs $(JOBS)

# The peers live in an environment of their own, with partwise as users install it.
BENCH := .venv-bench

$(BENCH)/ready: $(VENV)/ready pyproject.toml $(SOURCES) $(wildcard src/partwise/*.py src/partwise/*/*.py)
	@echo "installing partwise and its peers into $(BENCH) …"
	@$(PYTHON) -m venv $(BENCH)
	@$(BENCH)/bin/python -m pip install -q --upgrade "pip>=25.1"
	@$(BENCH)/bin/python -m pip install -q ".[all]" --group bench --group covers
	@touch $@

bench: $(BENCH)/ready
	@$(BENCH)/bin/python benchmarks/run.py $(GROUPS)

# PyTorch and CuPy are large, and belong to a version of CUDA: CUPY=cupy-cuda12x names an older one.
BENCH_GPU := .venv-bench-gpu
CUPY := cupy-cuda13x

$(BENCH_GPU)/ready: $(VENV)/ready pyproject.toml $(SOURCES) $(wildcard src/partwise/*.py src/partwise/*/*.py)
	@echo "installing partwise, PyTorch, torchmetrics and CuPy into $(BENCH_GPU) …"
	@$(PYTHON) -m venv $(BENCH_GPU)
	@$(BENCH_GPU)/bin/python -m pip install -q --upgrade "pip>=25.1"
	@$(BENCH_GPU)/bin/python -m pip install -q . torch torchmetrics $(CUPY)
	@touch $@

bench-gpu: $(BENCH_GPU)/ready
	@$(BENCH_GPU)/bin/python benchmarks/gpu.py $(GROUPS)

# The kernels built with AddressSanitizer and UBSan, in an environment of their own that borrows
# everything else from $(VENV).
SANITIZED := build/sanitized
SANITIZED_TESTS := $(filter-out tests/kernels/test_wide.py,$(wildcard tests/kernels/test_*.py)) tests/tables/test_assignment.py tests/scoring/test_one_call.py

$(SANITIZED)/ready: $(VENV)/test-ready $(SOURCES)
	@echo "building the kernels with sanitizers …"
	@$(BIN)/python -m venv --without-pip $(SANITIZED)
	@$(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))' > "$$($(SANITIZED)/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/borrowed.pth"
	@$(BIN)/python -m pip --python $(SANITIZED)/bin/python install -q --no-deps --no-build-isolation --force-reinstall --config-settings=cmake.define.PARTWISE_SANITIZE=ON --config-settings=build-dir=build/sanitized-objects .
	@touch $@

sanitize: $(SANITIZED)/ready
	LD_PRELOAD="$$($${CXX:-c++} -print-file-name=libasan.so) $$($${CXX:-c++} -print-file-name=libstdc++.so.6)" \
	ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1 \
	$(SANITIZED)/bin/python -m pytest -q -p no:cacheprovider --override-ini=pythonpath="tests" -m "not slow" $(SANITIZED_TESTS)

# The kernels built with ThreadSanitizer; the functions are those that run on them.
THREADED := build/threaded
THREADED_CALLS := score scores pairwise contingency compare match_clusters

$(THREADED)/ready: $(VENV)/test-ready $(SOURCES)
	@echo "building the kernels with ThreadSanitizer …"
	@$(BIN)/python -m venv --without-pip $(THREADED)
	@$(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))' > "$$($(THREADED)/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/borrowed.pth"
	@$(BIN)/python -m pip --python $(THREADED)/bin/python install -q --no-deps --no-build-isolation --force-reinstall --config-settings=cmake.define.PARTWISE_SANITIZE_THREADS=ON --config-settings=build-dir=build/threaded-objects .
	@touch $@

sanitize-threads: MINUTES := 1
sanitize-threads: $(THREADED)/ready
	LD_PRELOAD="$$($${CXX:-c++} -print-file-name=libtsan.so)" PYTHONPATH=tests \
	TSAN_OPTIONS="ignore_noninstrumented_modules=1 suppressions=$(CURDIR)/tests/load/threads.supp" \
	$(THREADED)/bin/python -m load.threads $(MINUTES) $(THREADED_CALLS)

# CycloneDX, from the metadata of what is installed.
sbom: $(VENV)/test-ready
	@$(BIN)/python docs/make_supply_chain.py licences
	@$(BIN)/python docs/make_supply_chain.py sbom

# For the Python and the platform of this machine. "pip install --require-hashes -r requirements/ci.lock"
# installs exactly that.
lock: $(VENV)/ready
	@mkdir -p build
	@$(BIN)/python -m pip install -q --dry-run --ignore-installed --report build/lock.json \
	$$($(BIN)/python docs/make_supply_chain.py needed) --group test --group docs
	@$(BIN)/python docs/make_supply_chain.py lock build/lock.json

# Those that are not there are left out.
PYTHONS := python3.11 python3.12 python3.13 python3.14
test-pythons:
	@set -e; for python in $(PYTHONS); do \
	$$python --version >/dev/null 2>&1 || { echo "$$python is not there"; continue; }; \
	folder=build/pythons/$$python; $$python -m venv $$folder; \
	$$folder/bin/python -m pip install -q --upgrade "pip>=25.1"; \
	$$folder/bin/python -m pip install -q . "pytest>=8" "hypothesis>=6.100" "networkx>=3"; \
	$$folder/bin/python tests/smoke.py; \
	$$folder/bin/python -m pytest -q -p no:cacheprovider --override-ini=pythonpath=tests -m "not slow" tests/kernels; done

# Without Python bindings; other processors are emulated by QEMU, Windows by Wine.
machines:
	@$(PYTHON) tests/machines/run.py $(ROWS)

machines-python:
	@$(PYTHON) tests/machines/run_python.py $(TESTS)

reproducible: $(VENV)/installed
	@$(BIN)/python tests/reproducible.py

wheel: $(VENV)/ready
	@$(BIN)/python -m pip install -q "build>=1.2" "twine>=6.1"
	@rm -rf dist
	@$(BIN)/python -m build --outdir dist .
	@$(BIN)/python -m twine check --strict dist/*

$(VENV)/docs-ready: $(VENV)/test-ready
	@echo "installing what the site needs …"
	@$(BIN)/python -m pip install -q --group docs
	@touch $@

docs: $(VENV)/docs-ready
	@$(BIN)/python docs/generate.py
	@$(BIN)/python docs/site/address.py
	@$(BIN)/python docs/site/make_site.py

# Golden values, verdicts and pages that follow from the definition of an index (CONTRIBUTING.md).
index: $(VENV)/test-ready
	@test -n "$(KEY)" || { echo "which index? make index KEY=its_key"; exit 1; }
	@$(BIN)/python tests/golden/add_index.py "$(KEY)"

images: $(VENV)/test-ready
	@$(BIN)/python docs/make_images.py

# Proofs are searched for again, after "make docs" has written the verdicts.
certificates: $(VENV)/test-ready
	@$(BIN)/python docs/make_certificates.py

# The checker needs nothing but Python: it is copied to an empty folder, and runs there without site-packages.
check-certificates:
	@$(PYTHON) tests/support/lone_checker.py docs/certificates.json.gz

# The site alone, when the generated pages of docs/ are up to date, as the tests check.
site: $(VENV)/docs-ready
	@$(BIN)/python docs/site/make_site.py

# One page of each kind in Chromium, by axe-core from the npm registry.
accessibility: site
	@PARTWISE_INSTALL_BROWSER=1 $(BIN)/python docs/site/check_accessibility.py build/site

clean:
	rm -rf $(VENV) $(BENCH) $(BENCH_GPU) $(LOWEST) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
