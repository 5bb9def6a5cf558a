# For the tests of the tool: sourced, not run. A test gets the tool as $1 (default: build/sinew), works in a folder of
# its own and ends with `conclude`, which prints the counts; a test that checked nothing has failed.
# shellcheck shell=bash
set -u -o pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
sinew=${1:-${SINEW:-$root/build/sinew}}
case "$sinew" in /*) ;; *) sinew=$PWD/$sinew ;; esac
[ -x "$sinew" ] || { echo "there is no tool at $sinew: build it first"; exit 1; }
name=$(basename "$0" .sh)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
# A sanitizer's end must not look like a refused input.
export ASAN_OPTIONS=exitcode=99 UBSAN_OPTIONS=exitcode=99:halt_on_error=1 LSAN_OPTIONS=exitcode=99
export NO_COLOR=1
passed=0
failed=0
what="(nothing run)"

# Runs the tool; its output is in `out`, its messages in `err`, its end in $status.
run() {
    what="sinew $*"
    "$sinew" "$@" >out 2>err </dev/null
    status=$?
}

# The same with standard input from a file.
run_with() {
    local input=$1
    shift
    what="sinew $* < $input"
    "$sinew" "$@" >out 2>err <"$input"
    status=$?
}

good() { passed=$((passed + 1)); }

bad() {
    failed=$((failed + 1))
    echo "$name: $what: $1"
    sed 's/^/    out: /' out | head -5
    sed 's/^/    err: /' err | head -5
}

ends() { if [ "$status" = "$1" ]; then good; else bad "ended with $status, not $1"; fi; }
prints() { if grep -qF -- "$1" out; then good; else bad "does not print: $1"; fi; }
hides() { if grep -qF -- "$1" out err; then bad "prints, but should not: $1"; else good; fi; }
says() { if grep -qF -- "$1" err; then good; else bad "does not say: $1"; fi; }
silent() { if [ ! -s err ]; then good; else bad "says something"; fi; }
empty() { if [ ! -s out ]; then good; else bad "prints something"; fi; }
lines() { if [ "$(wc -l <out)" = "$1" ]; then good; else bad "prints $(wc -l <out) lines, not $1"; fi; }
is_json() { if python3 -c 'import json,sys; json.load(open("out"))' 2>/dev/null; then good; else bad "is not JSON"; fi; }

# Byte for byte as tests/cli/expected/$1.
prints_file() {
    if cmp -s out "$here/expected/$1"; then good; else
        bad "differs from expected/$1"
        diff "$here/expected/$1" out | head -10
    fi
}

# fails STATUS TEXT...: the usual shape of a refusal.
fails() {
    ends "$1"
    shift
    for text in "$@"; do says "$text"; done
    empty
}

# True if the last command was; says why else.
holds() {
    what=$1
    shift
    : >out
    : >err
    if "$@"; then good; else bad "does not hold: $*"; fi
}

conclude() {
    echo "$name: $passed passed, $failed failed"
    [ $failed -eq 0 ] && [ $passed -gt 0 ]
    exit
}

rig=$root/tests/conformance/poses/rig.gltf
clips=idle:1.0,walk:0.8,run:0.6,jump:0.5:once

# A graph with a bit of everything that a trace shows.
graph() {
    cat <<'G'
{
  "version": 2,
  "parameters": {
    "speed": { "type": "float", "default": 0, "min": 0, "max": 6 },
    "lives": { "type": "int", "default": 3 },
    "armed": { "type": "bool" },
    "jump": { "type": "trigger" }
  },
  "layers": [
    {
      "name": "Base",
      "machine": {
        "states": {
          "Move": { "blend": "1d", "parameter": "speed", "motions": [ { "clip": "idle", "at": 0 }, { "clip": "walk", "at": 1.5 } ] },
          "Jump": { "clip": "jump", "loop": false },
          "Deep": { "machine": { "states": { "In": { "clip": "run" } } } }
        },
        "transitions": [
          { "from": "*", "to": "Jump", "when": [ { "parameter": "jump" } ], "fade": 0.1, "interrupt": "both" },
          { "from": "Jump", "to": "Move", "exit": 0.9 }
        ]
      }
    },
    { "name": "Upper body", "weight": 0.5, "machine": { "states": { "Wave": { "clip": "walk" } } } }
  ]
}
G
}
