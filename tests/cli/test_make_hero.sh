# The program that makes the figure: the same bytes each time, a picture of a bounded size, and what it says when used
# wrongly.
set -eu
maker=${SINEW_BUILD_DIR:?}/examples/make_hero
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
checks=0
expect() { # what it is, then a command that must hold
    what=$1
    shift
    "$@" || { echo "failed: $what"; exit 1; }
    checks=$((checks + 1))
}
status_of() { # status, words that standard error must hold, then the command
    wanted=$1 words=$2
    shift 2
    status=0
    "$@" >"$folder/out" 2>"$folder/err" || status=$?
    expect "status $wanted of: $*" test "$status" -eq "$wanted"
    expect "\"$words\" in: $(cat "$folder/err")" grep -q "$words" "$folder/err"
}

"$maker" "$folder/a.glb"
"$maker" "$folder/b.glb"
expect "the same figure twice" cmp "$folder/a.glb" "$folder/b.glb"
expect "the same clips twice" cmp "$folder/a.clips.json" "$folder/b.clips.json"
expect "a GLB" test "$(head -c 4 "$folder/a.glb")" = glTF
expect "a figure of less than a megabyte" test "$(wc -c <"$folder/a.glb")" -lt 1000000

"$maker" --picture "$folder/hero.svg"
expect "a picture of less than 300 KB" test "$(wc -c <"$folder/hero.svg")" -lt 300000
expect "a whole SVG" grep -q '^</svg>$' "$folder/hero.svg"
expect "sixteen poses" test "$(grep -c '<ellipse' "$folder/hero.svg")" -eq 16
expect "the same labels as in the docs" test "$(grep '<text' "$folder/hero.svg")" = "$(grep '<text' docs/pictures/hero.svg)"

status_of 2 usage "$maker"
status_of 2 usage "$maker" --picture
status_of 2 usage "$maker" --help
status_of 1 "cannot write" "$maker" "$folder/none/a.glb"
status_of 1 "cannot write" "$maker" --picture "$folder/none/a.svg"
echo "$checks passed, 0 failed"
