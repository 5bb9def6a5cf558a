#!/bin/bash
# sinew plot: the picture is well formed, has what it should have, and stays small; the summary adds up.
. "$(dirname "$0")/common.sh"
graph >g.animgraph
cat >s.txt <<'S'
0.2 set speed 1
0.5 fire jump
0.8 set armed true
S
well_formed() { python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' "$1"; }
has() { grep -qF -- "$2" "$1"; }
lacks() { ! grep -qF -- "$2" "$1"; }

run plot g.animgraph --clips "$clips" --script s.txt --duration 2
ends 0; silent; prints "Written to g.svg"; prints "g.animgraph: 2 s in 120 frames"; prints "Base: 2 transitions, 0 interruptions"
prints "Upper body: 0 transitions"; prints "Wave                     100.0 %"
holds "well formed" well_formed g.svg
for text in 'g.animgraph' '>Base<' '>Upper body<' '>Move<' '>Wave<' '>speed<' '>armed<' '>jump<' 'prefers-color-scheme:dark' \
    '0.5000 s: Move to Jump' 'entered Jump' 'exited Move' 'Jump: 0.5 s to' 'fades in over 0.1 s' 'weight of walk' 'weight of the layer' \
    '0.5 s: fired' 'system-ui' 'class="on"'; do
    holds "it has $text" has g.svg "$text"
done
for text in '<script' 'href' 'nan' 'inf"'; do holds "it has no $text" lacks g.svg "$text"; done
share=$("$sinew" plot g.animgraph --clips "$clips" --script s.txt --duration 2 --out h.svg | awk '/^Base/ { on = 1 } /^Upper/ { on = 0 } on && /%/ { sum += $2 } END { printf "%.0f", sum }')
holds "the shares of a layer sum to 100" [ "$share" = 100 ]
holds "the same bytes again" cmp g.svg h.svg
run plot g.animgraph --clips "$clips" --script s.txt --duration 2 --out -
ends 0; silent
cp out picture
holds "standard output has the picture alone" cmp picture g.svg

run plot g.animgraph --clips "${clips/walk:0.8/walk:0.8@step=0.4@<win>=0.2-0.3}" --script s.txt --duration 2 --out events.svg
ends 0
holds "well formed" well_formed events.svg
for text in 'walk tells step' 'walk tells &lt;win&gt; begins' 'walk tells &lt;win&gt; ends' 'class="ev"'; do
    holds "it has $text" has events.svg "$text"
done
holds "none without events" lacks g.svg 'class="ev"'

# Tracks: a lane each below the layers, clips as bars with their mixes, what is held, events; without a graph too.
cat >t.txt <<'S'
0.2 set speed 1
0.3 track 0 wave once 0.2
0.4 queue 0 walk loop 0 0.3
1.4 track 0 run 0.4
2.1 stop 0 0.3
0.6 track 1 walk loop 0.5
1.0 stop 1 0.5
1.2 track 1 jump once 0
S
tracks="idle:1.0,walk:0.8@step=0.2@hit=0.3-0.5,run:0.6,jump:0.5:once@land=0.5,wave:1:once,aim:1"
run plot g.animgraph --clips "$tracks" --script t.txt --duration 2.6 --out tracks.svg
ends 0; prints "Base: 0 transitions"; prints "track 0: 3 clips, 1 mix cut"; prints "track 1: 2 clips, 1 mix cut"
prints "wave                      38.5 %"
holds "well formed" well_formed tracks.svg
for text in '>track 0<' '>track 1<' '>3 clips<' '>wave<' 'wave: 0.3 s to 1.4 s, fades in over 0.2 s' '1.3000 s: wave to walk' \
    'walk: 1.3 s to 1.4 s, fades in over 0.3 s' 'held pose: 1.4 s to 1.8 s' '1.4000 s: held pose to run, cuts into a fade' \
    'run: 1.4 s to 2.4 s, fades in over 0.4 s, lets go over 0.3 s' '2.1000 s: run to nothing' \
    'walk: 0.6 s to 1 s' 'held pose: 1 s to 1.2 s, lets go over 0.5 s' 'jump: 1.2 s to 1.7 s<' '1.7000 s: jump to nothing' \
    '0.8000 s: walk tells step' '0.9000 s: walk tells hit begins' '1.0000 s: walk tells hit ends' '1.7000 s: jump tells land'; do
    holds "it has $text" has tracks.svg "$text"
done
holds "none without tracks" lacks g.svg 'track 0'
grep -v set t.txt >alone.txt
run plot --clips "$tracks" --script alone.txt --duration 2.6
ends 0; prints "tracks: 2.6 s in 156 frames"; prints "Written to tracks.svg"
holds "well formed" well_formed tracks.svg
holds "the same tracks" has tracks.svg 'run: 1.4 s to 2.4 s, fades in over 0.4 s, lets go over 0.3 s'
run plot --clips "$tracks" --tracks 3 --out three.svg
ends 0; prints "track 2: 0 clips"
run plot --script alone.txt
fails 2 "it needs a graph"

# A name may be anything.
sed 's/"Move"/"<Mo\&\\"ve>"/g; s/"speed"/"sp<eed"/g' g.animgraph >odd.animgraph
run plot odd.animgraph --clips "$clips" --out odd.svg
ends 0
holds "escaped" well_formed odd.svg
holds "as text" has odd.svg '&lt;Mo&amp;&quot;ve&gt;'

# an interruption is held, marked, and counted.
sed 's/"when": \[ { "parameter": "jump" } \], "fade": 0.1/"when": [ { "parameter": "jump" } ], "self": true, "fade": 0.4/' g.animgraph >cut.animgraph
printf '0.5 fire jump\n0.6 fire jump\n0.7 fire jump\n' >cut.txt
run plot cut.animgraph --clips "$clips" --script cut.txt --out cut.svg
ends 0; prints "Base: 3 transitions, 2 interruptions"
holds "held" has cut.svg 'held pose'
holds "marked" has cut.svg 'cuts into a fade'

# A minute at 60 frames a second with changes all the time stays under a megabyte.
for i in $(seq 0 119); do
    echo "$((i / 2)).$((i % 2 * 5)) fire jump"
    echo "$((i / 2)).$((i % 2 * 5 + 2)) glide speed $((i % 3)) 3"
done >busy.txt
run plot g.animgraph --clips "$clips" --script busy.txt --duration 60 --out busy.svg
ends 0
holds "small" [ "$(wc -c <busy.svg)" -lt 1000000 ]
holds "well formed" well_formed busy.svg
run plot g.animgraph --clips "$clips" --duration 0 --out zero.svg
ends 0; prints "0 s in 0 frames"
holds "well formed" well_formed zero.svg

run plot g.animgraph --clips "$clips" --fps 1000 --duration 10000
fails 2 "at most"
run plot g.animgraph --clips "$clips" --out no/where.svg
fails 1 "could not be opened"
run plot g.animgraph
fails 1 'names no model'
printf '0 set sped 1\n' >bad.txt
rm -f g.svg
run plot g.animgraph --clips "$clips" --script bad.txt
fails 1 'did you mean "speed"?'
holds "no picture of a refused run" [ ! -e g.svg ]
conclude
