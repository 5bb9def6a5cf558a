#!/bin/bash
# Inputs that are damaged, by a fixed seed: the tool ends with 0, 1 or 2, says why where it is not 0, and never by a
# signal or a sanitizer.
. "$(dirname "$0")/common.sh"
RANDOM=20240229
graph >g.animgraph
cp "$rig" "$(dirname "$rig")/rig.clips.json" .
printf '0.1 set speed 1\n0.2 fire jump\n0.3 travel "Upper body" Wave\n0.4 glide speed 0 2\n' >s.txt
printf '%s\n' "$clips@up=0.1@hit=0.1-0.2" >clips.txt
cp "$root/tests/conformance/travel.json" case.json
rounds=${SINEW_SCAN:-12}
refused=0
accepted=0

# damage FROM TO: one of: a byte changed, the end cut off, a piece doubled, a piece left out, a digit changed.
damage() {
    local size at length rows
    size=$(wc -c <"$1")
    at=$((RANDOM * 32768 + RANDOM))
    at=$((at % size))
    length=$((RANDOM % 40 + 1))
    case $((RANDOM % 7)) in
    0) cp "$1" "$2"; printf "\\x$(printf %02x $((RANDOM % 256)))" | dd of="$2" bs=1 seek=$at conv=notrunc 2>/dev/null ;;
    1) head -c $at "$1" >"$2" ;;
    2) { head -c $((at + length)) "$1"; tail -c +$((at + 1)) "$1"; } >"$2" ;;
    3) { head -c $at "$1"; tail -c +$((at + length + 1)) "$1"; } >"$2" ;;
    *)
        rows=$(wc -l <"$1")
        [ "$rows" -gt 1 ] && length=$((length % 2 + 1))
        sed "$((RANDOM % (rows + 1) + 1))s/[0-9]/$((RANDOM % 10))/$length" "$1" >"$2"
        ;;
    esac
}

try() {
    what="$* (damage $round)"
    timeout 20 "$sinew" "$@" >out 2>err </dev/null
    status=$?
    case $status in
    0) accepted=$((accepted + 1)); good ;;
    1 | 2)
        refused=$((refused + 1))
        if [ -s err ] || grep -q 'failed$' out; then good; else bad "ended with $status without a word"; fi
        ;;
    *) bad "ended with $status"; ;;
    esac
}

for round in $(seq 1 "$rounds"); do
    last=x.animgraph
    damage g.animgraph x.animgraph
    try check x.animgraph --clips "$clips"
    try sim x.animgraph --clips "$clips" --script s.txt --duration 0.5
    try plot x.animgraph --clips "$clips" --script s.txt --duration 0.5 --out -
    try info x.animgraph
    last=x.txt
    damage s.txt x.txt
    try sim g.animgraph --clips "$clips" --script x.txt --duration 0.5
    damage clips.txt x.clips
    try sim g.animgraph --clips "$(tr -d '\0' <x.clips)" --duration 0.1
    last=x.json
    damage case.json x.json
    try sim --case x.json
    last=x.gltf
    damage rig.gltf x.gltf
    try pose x.gltf --clip 0 --time 0.2
    try info x.gltf
done
holds "some of it was refused, some taken" [ $refused -gt "$rounds" -a $accepted -gt "$rounds" ]
echo "$name: $refused refused, $accepted taken"
conclude
