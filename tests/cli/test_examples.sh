#!/bin/bash
# Every example that makes a picture: it runs headless, prints what its README says that it prints, and makes the
# picture that stands beside it, to half a unit in every number.
. "$(dirname "$0")/common.sh"
build=${SINEW_BUILD_DIR:-$(dirname "$sinew")}

what="scripts/examples"
"$root/scripts/examples" --check "$work" "$build" >out 2>err </dev/null
status=$?
ends 0; silent

# The first block of the README that is marked as text.
told() { awk '/^```text$/ { on = 1; next } /^```$/ { if (on) exit } on' "$1"; }
# Numbers of a picture on lines of their own between its other text.
numbers() { sed -E 's/(-?[0-9]+\.[0-9]+)/\n\1\n/g' "$1"; }
alike() {
    numbers "$1" >left
    numbers "$2" >right
    [ "$(wc -l <left)" = "$(wc -l <right)" ] && paste left right | awk -F '\t' '
        $1 ~ /^-?[0-9]+\.[0-9]+$/ && $2 ~ /^-?[0-9]+\.[0-9]+$/ { d = $1 - $2; n++; if (d < -.5 || d > .5) bad = 1; next }
        $1 != $2 { bad = 1 }
        END { exit bad || n < 100 }'
}

found=0
for folder in "$root"/examples/[0-9][0-9]_*/; do
    found=$((found + 1))
    example=$(basename "$folder")
    short=${example#*_}
    told "$folder/README.md" >told
    holds "$example: the README says what it prints" [ -s told ]
    holds "$example: it prints what the README says" diff told "$short.txt"
    holds "$example: the README shows the picture" grep -qF "]($short.svg)" "$folder/README.md"
    holds "$example: the picture is small" [ "$(stat -c %s "$short.svg")" -lt 300000 ]
    holds "$example: the picture is the one beside it" alike "$short.svg" "$folder/$short.svg"
done
holds "there are examples" [ $found -gt 0 ]

what="an example without arguments"
for folder in "$root"/examples/[0-9][0-9]_*/; do
    "$build/examples/$(basename "$folder")" >out 2>err </dev/null
    status=$?
    fails 2 "usage: "
    "$build/examples/$(basename "$folder")" none.glb none.animgraph none.svg >out 2>err </dev/null
    status=$?
    ends 1; says "none.glb"
done
conclude
