# The front door.  Meson and Ninja do the work, in build/; scripts/test makes
# builds of its own.
PREFIX ?= /usr/local
DESTDIR ?=
JOBS ?= 2
MESON ?= meson

all: build/build.ninja
	ninja -C build -j $(JOBS)

build/build.ninja:
	$(MESON) setup build --prefix=$(abspath $(PREFIX)) --libdir=lib -Dtests=disabled
	@echo $(abspath $(PREFIX)) >build/prefix

play: setup-build
	@$(MAKE) --no-print-directory all
	@build/parlor $(if $(GAME),play '$(GAME)',serve)

# The everyday tests, or those that are named: make test ONLY='agents/ismcts games'
test: setup-test
	@scripts/test $(ONLY)

# All tests: two compilers, sanitizers, fuzzers and what takes long.
test-all: setup-test
	@scripts/test --all

# Which lines the everyday tests reach.
coverage:
	@scripts/setup build test coverage
	@scripts/test --coverage

# Where the time of the last runs went.
test-times:
	@scripts/test --times

bench: setup-test
	@$(MAKE) --no-print-directory all
	@bench/run $(ARGS)

soak: setup-test
	@$(MAKE) --no-print-directory all
	@tests/serve/soak.py build/parlor $(or $(MINUTES),60)

fmt:
	@scripts/format

install: build/build.ninja
	@echo $(abspath $(PREFIX)) | cmp -s - build/prefix || { \
	  $(MESON) configure build -Dprefix=$(abspath $(PREFIX)) && \
	  echo $(abspath $(PREFIX)) >build/prefix; }
	ninja -C build -j $(JOBS)
	DESTDIR=$(if $(DESTDIR),$(abspath $(DESTDIR))) $(MESON) install -C build --no-rebuild

setup-build:
	@scripts/setup build

setup-test:
	@scripts/setup build test

clean:
	rm -rf build

.PHONY: all play test test-all test-times coverage bench soak fmt install clean setup-build setup-test
