# A thin front: each target is a script or one CMake command. CC picks the compiler; each has a build folder of its own.
ifeq ($(origin CC),default)
CC = gcc
endif
compiler := $(notdir $(CC))
BUILD ?= $(if $(filter gcc cc,$(compiler)),build,build-$(compiler))
SECONDS ?= 600
N ?= 300
SEED ?= 1
export CC BUILD

.PHONY: all run minute test examples bench exact fuzz mutants coverage fresh browser soak format check-format clean setup

all: setup
	@scripts/page
	scripts/build

setup:
	@scripts/setup build

run: ; @scripts/run
minute: all
	scripts/minute $(BUILD)/sinew $(BUILD)/hero.glb $(BUILD)
test: ; @scripts/test
examples: all
	scripts/examples $(BUILD)

bench: all
	$(BUILD)/sinew bench

exact: ; @scripts/exact
fuzz: ; @scripts/fuzz $(SECONDS)
mutants: ; @scripts/mutants $(N) $(SEED)
coverage: ; @scripts/coverage
fresh: ; @scripts/fresh
browser: all
	scripts/setup browser
	scripts/page-tests browser $(BUILD)
soak: all ; @scripts/soak $(BUILD)

format: ; @scripts/format --write
check-format: ; @scripts/format

clean:
	rm -rf build build-*
