#!/bin/bash
# The scripted minute that `make minute` plays: its summary and its plot are read and held against the trace.
. "$(dirname "$0")/common.sh"
build=${SINEW_BUILD_DIR:-$(dirname "$sinew")}

what="scripts/minute"
(cd "$root" && "$root/scripts/minute" "$sinew" "$build/hero.glb" "$work") >out 2>err </dev/null
status=$?
ends 0; silent
prints "minute.svg"; prints "minute.jsonl"; prints "0 errors"
prints "60 s in 3600 frames"
trace=minute.jsonl
holds "the trace has a line a frame" [ "$(wc -l <minute.jsonl)" = 3600 ]
"$root/scripts/minute" "$sinew" "$build/hero.glb" "$work" >summary 2>&1

# What the summary says of layer number $1 called $2, as lines "name share", and its count of transitions.
part() { awk -v head="$1: " 'index($0, head) == 1 { on = 1; next } on && /^$/ { exit } on { print $1, $2 }' summary; }
transitions() { awk -v head="$1: " 'index($0, head) == 1 { print $2; exit }' summary; }
# The same out of the trace.
shares() {
    awk -v layer="$1" '{
        text = $0
        sub(/.*"layers":\[/, "", text)
        for (i = 0; i <= layer; ++i) { match(text, /"state":"[^"]*"/); state = substr(text, RSTART + 9, RLENGTH - 10); text = substr(text, RSTART + RLENGTH) }
        ++count[state]
    } END { for (state in count) print state, 100 * count[state] / NR }' "$trace"
}

layers=$(head -n 1 minute.jsonl | grep -o '"name":"[^"]*"' | cut -d'"' -f4)
holds "there are layers" [ -n "$layers" ]
number=0
seen=0
for layer in $layers; do
    part "$layer" >said
    shares $number >played
    started=$(grep -o "\"layer\":$number,\"transition\":" minute.jsonl | wc -l)
    holds "$layer: the summary counts the transitions that the trace tells" [ "$(transitions "$layer")" = "$started" ]
    holds "$layer: the shares are of the whole" awk '{ s += $2 } END { exit !(s > 99 && s < 101) }' said
    while read -r state share; do
        seen=$((seen + 1))
        told=$(awk -v state="$state" '$1 == state { print $2 }' said)
        holds "$layer: $state takes $share % of the frames, the summary says ${told:-nothing}" \
            awk -v a="$share" -v b="${told:-1000}" 'BEGIN { d = a - b; exit !(d < 0.5 && d > -0.5) }'
        holds "$layer: $state stands in the plot" grep -qF -- "$state" minute.svg
    done <played
    holds "$layer has a lane in the plot" grep -qF ">$layer<" minute.svg
    number=$((number + 1))
done
holds "the minute visits at least eight states" [ $seen -ge 8 ]

holds "the plot is an SVG with a beginning" grep -qE '^<svg [^>]*xmlns="http://www.w3.org/2000/svg"' minute.svg
holds "and an end" [ "$(tail -n 1 minute.svg)" = "</svg>" ]
for tag in g svg text style; do
    holds "each <$tag> of the plot is closed" \
        [ "$(grep -oE "<$tag[ >]" minute.svg | wc -l)" = "$(grep -oE "</$tag>" minute.svg | wc -l)" ]
done
holds "it has a look for dark pages" grep -q 'prefers-color-scheme *: *dark' minute.svg
for parameter in $(head -n 1 minute.jsonl | grep -o '"parameters":{[^}]*}' | grep -oE '"[a-z_]+":[-0-9tf]' | cut -d'"' -f2); do
    holds "parameter $parameter stands in the plot" grep -qF "$parameter" minute.svg
done
conclude
