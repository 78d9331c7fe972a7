# `make` alone lists the targets. Each one installs what it needs and this
# machine lacks, and no more: see .ci/deps.

# Flags and patterns passed on: make gate ARGS="--tag http"
ARGS =

# The very toolchain of go.mod, also where a newer Go is installed: another
# compiler is another instruction count.
export GOTOOLCHAIN := go$(shell sed -n 's/^go //p' go.mod)

# Settings of this machine's owner would make other programs of the scenarios.
export GOFLAGS := -buildvcs=false
export GOAMD64 := v1
export GOARM64 := v8.0

# What measuring and its tests run, beside Go.
MEASURING = gcc headers valgrind python3

STATICCHECK = go run honnef.co/go/tools/cmd/staticcheck@v0.8.2
GOFUMPT = go run mvdan.cc/gofumpt@v0.12.0
ACTIONLINT = go run github.com/rhysd/actionlint/cmd/actionlint@v1.7.12

.DEFAULT_GOAL := help
.PHONY: help gate baseline selftest test lint format bench repeatability unchanged build deps clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' Makefile

# What another compiler or interpreter than the baseline's made is compared with where
# this branch left BASE, measured here. That is HEAD where there is no main branch to
# know of, and nothing where there is no repository.
BASE = $(shell for rev in origin/main HEAD; do \
	git rev-parse --quiet --verify "$$rev^{commit}" >/dev/null 2>&1 && echo $$rev && break; done)

gate: build ## measure every scenario and compare with results/baseline.json
	@.ci/deps $(MEASURING)
	bin/grindgate check $(patsubst %,--base %,$(BASE)) $(ARGS)

baseline: build ## measure every scenario and rewrite results/baseline.json
	@.ci/deps $(MEASURING)
	bin/grindgate update $(ARGS)

selftest: build ## prove that the gate can fail on this machine
	@.ci/deps valgrind
	bin/grindgate selftest $(ARGS)

# -count=1: the test cache does not see a new valgrind, gcc or python3.
test: ## run the tests
	@.ci/deps go $(MEASURING)
	go test -count=1 -timeout 20m $(ARGS) ./...

# The system calls of both architectures are vetted wherever this runs.
lint: ## vet, staticcheck, gofumpt, actionlint and shellcheck
	@.ci/deps go shellcheck
	GOARCH=amd64 go vet ./...
	GOARCH=arm64 go vet ./...
	$(STATICCHECK) ./...
	@echo '$(GOFUMPT) -l .'; \
	files=$$($(GOFUMPT) -l .) || exit 1; \
	if [ -n "$$files" ]; then \
		printf '%s\n' "$$files" 'these files are not formatted: make format'; \
		exit 1; \
	fi
	$(ACTIONLINT) .github/workflows/*.yml
	shellcheck .ci/*

format: ## rewrite the Go files as gofumpt wants them
	@.ci/deps go
	$(GOFUMPT) -w .

bench: build ## run the benchmarks, and measure what the gate adds to valgrind's own time
	@.ci/deps $(MEASURING)
	go test -run '^$$' -bench . -timeout 30m $(ARGS) ./...
	bin/grindgate run -v >/dev/null

# Takes an hour. What this machine has no compiler or interpreter for
# (rustc, node, pypy3) is left out of the table.
repeatability: ## print how far measurements of one program lie apart, sealed and unsealed
	@.ci/deps go $(MEASURING)
	go run ./scenarios/repeatability $(ARGS)

# Takes hours; ARGS="-times 20" is enough to see something. Ctrl-C prints what there is.
unchanged: ## check the unchanged repository many times, and print what became of it
	@.ci/deps go $(MEASURING)
	go run ./scenarios/unchanged $(ARGS)

# Without the commit in it, the same source gives the same binary, also in a
# working copy that git does not trust (root in a container).
build: ## build bin/grindgate
	@.ci/deps go
	go build -trimpath -buildvcs=false -o bin/grindgate ./cmd/grindgate

deps: ## install everything that any target needs
	@.ci/deps go $(MEASURING) shellcheck

clean: ## remove what make built
	rm -rf bin out
