#!/bin/bash
# sinew sim: the trace, its options, scripts and what is wrong with them, clip lists.
. "$(dirname "$0")/common.sh"
graph >g.animgraph
cat >s.txt <<'S'
# what happens
0.05 set speed 0.75    # a comment after a command
0.1  fire jump
0.1  set lives -2
0.15 set armed true
0.3  travel Base "Deep/In"
0.35 travel "Upper body" Wave
0.4  weight 1 0.25
0.5  glide speed 1.5 1
0.6  play 0 Move 0.5
0.7  pause
0.8  resume
0.9  crossfade Base Jump 0.3
S

run sim g.animgraph --clips "$clips" --script s.txt --fps 20
ends 0; silent; lines 20; prints_file trace.jsonl
run_with s.txt sim g.animgraph --clips "$clips" --script - --fps 20
ends 0; prints_file trace.jsonl
run sim g.animgraph --clips "$clips" --script s.txt --fps 20 --format csv
ends 0; lines 21; prints_file trace.csv
run sim g.animgraph --clips "$clips" --script s.txt --fps 20 --out t.jsonl
ends 0; empty
holds "the file has the trace" cmp t.jsonl "$here/expected/trace.jsonl"
echo before >t.jsonl
printf '0 set nothing 1\n' >bad.txt
run sim g.animgraph --clips "$clips" --script bad.txt --out t.jsonl
ends 1
holds "a refused run leaves the old file" grep -q before t.jsonl
holds "and no other" [ "$(find . -name '*.part' | wc -l)" = 0 ]
tac s.txt >reversed.txt
run sim g.animgraph --clips "$clips" --script reversed.txt --fps 20
ends 0
run sim g.animgraph --clips "$clips" --duration 0
ends 0; empty
run sim g.animgraph --clips "$clips" --format xml
fails 2 'jsonl or csv'
run sim g.animgraph --clips "$clips" --properties
fails 2 '--clips has no properties'
run sim g.animgraph --clips "$clips" --joints all
fails 2 '--clips has no joints'
run sim g.animgraph
fails 1 'names no model ("rig")' '[missing-field]'

# The model that the graph names lies beside it.
mkdir sub
sed 's/"version": 2,/"version": 2, "rig": "rig.gltf",/' g.animgraph >sub/g.animgraph
run sim sub/g.animgraph
fails 1 'sub/rig.gltf'
cp "$rig" "$(dirname "$rig")/rig.clips.json" sub
run sim sub/g.animgraph --joints all --duration 0.1
ends 0; lines 6; prints '"joints":{"root":['
run sim sub/g.animgraph --joints head,root --duration 0.1
ends 0; prints '"joints":{"head":['
run sim sub/g.animgraph --joints heed
fails 1 'the model has no joint "heed"; did you mean "head"?' '[unknown-joint]'
run sim sub/g.animgraph --joints all --format csv
fails 2 'jsonl'
run sim sub/g.animgraph --properties --format csv
fails 2 'jsonl'
run sim sub/g.animgraph --properties --duration 0.05
ends 0; prints '"properties":[]}'; hides '"joints"'
echo '{"version":2,"layers":[{"name":"Base","machine":{"states":{"A":{"clip":"idle"}}}}]}' >flag.animgraph
run sim flag.animgraph --rig "$root/tests/conformance/own/flag.gltf" --properties --joints arm --duration 0.01
ends 0; prints '{"component":"sprite","field":"image","value":"a.png"},{"pointer":"@speed","value":'; prints '"joints":{"arm":['
run sim g.animgraph --rig g.animgraph
fails 1 'g.animgraph'

# Scripts: every error is told, with its place.
cat >bad.txt <<'S'
0 set sped 1
0 fire armed
x fire jump
0 jump
0 set armed 1
0 set lives 1.5
0 set speed nan
0 set speed 1e300
0 set speed abc
0 set jump true
0 glide lives 1 1
0 glide speed 1 -1
0 travel Bas Move
0 travel 2 Move
0 travel Base Deep/Inn
0 crossfade Base Jump
0 play Base Move inf
-1 pause
0 track 0 walking
0 "set
0 fire "jump"x
0 pause now
0 a b c d e f g
7
S
run sim g.animgraph --clips "$clips" --script bad.txt
fails 1 'bad.txt:1:7: error: there is no parameter "sped"; did you mean "speed"? [unknown-parameter]' \
    'bad.txt:2:8: error: "armed" is not a trigger: set it [parameter-type]' 'bad.txt:3:1: error:' \
    'bad.txt:4:3: error: there is no command "jump"' 'bad.txt:5:13: error: a bool takes true or false' \
    'bad.txt:6:13: error: an int takes a whole 32-bit number' 'bad.txt:7:13: error:' '[not-finite]' \
    'bad.txt:8:13: error:' 'bad.txt:9:13: error: "abc" is not a finite number [wrong-type]' \
    'bad.txt:10:3: error: "jump" is a trigger: fire it' 'bad.txt:11:9: error: "lives" is not a float' \
    'bad.txt:12:17: error:' 'bad.txt:13:10: error: there is no layer "Bas"; did you mean "Base"? [unknown-layer]' \
    'bad.txt:14:10: error: there is no layer "2"' \
    'bad.txt:15:15: error: there is no state "Deep/Inn"; did you mean "Deep/In"? [unknown-state]' \
    'bad.txt:16:3: error: "crossfade" is written: TIME crossfade LAYER STATE SECONDS' 'bad.txt:17:18: error:' \
    'bad.txt:18:1: error: a time is not negative [out-of-range]' 'bad.txt:19:11: error: there is no clip "walking"; did you mean "walk"? [unknown-clip]' \
    'bad.txt:20:3: error: a quoted name ends' 'bad.txt:21:8: error:' 'bad.txt:22:3: error: "pause" is written: TIME pause' \
    'bad.txt:23:15: error:' 'bad.txt:24:1: error: a line is a time and a command'
holds "one message a line of the script" [ "$("$sinew" sim g.animgraph --clips "$clips" --script bad.txt 2>&1 | wc -l)" = 24 ]
run sim g.animgraph --clips "$clips" --script no-such.txt
fails 1 'no-such.txt: error: it could not be opened' '[file]'
run sim g.animgraph --clips "$clips" --script .
fails 1 'Is a directory'
printf '0 fire jump\0\n' >zero.txt
run sim g.animgraph --clips "$clips" --script zero.txt
fails 1 'zero.txt:1:1' 'zero byte'
printf '0 set speed 1\r\n0.5 fire jump' >dos.txt
run sim g.animgraph --clips "$clips" --script dos.txt
ends 0
# Refused only when it is done: the place is that of the command.
sed 's/"clip": "run"/"clip": "run", "speedParameter": "speed"/; s/"weight": 0.5/"weightParameter": "speed"/' g.animgraph >h.animgraph
printf '0.5 weight "Upper body" 1\n' >w.txt
run sim h.animgraph --clips "$clips" --script w.txt
ends 1; says "w.txt:1:5: error:"; says "a parameter drives this layer's weight"
printf '0.5 set speed 1e30\n' >w.txt
run sim h.animgraph --clips "$clips" --script w.txt
ends 1; says "w.txt:1:5: error:"; says "more than a million lengths a second"

# Lists of clips.
run sim g.animgraph --clips 'idle:1,walk:0.8@step=0.2@step=0.6,run:0.6@hit=0.2-0.4,jump:0.5:once@up=0'
ends 0; silent
run sim g.animgraph --clips 'idle'
fails 1 '--clips:1:1: error: a clip is written name:seconds'
run sim g.animgraph --clips 'idle:1,walk:x'
fails 1 '--clips:1:13: error:'
run sim g.animgraph --clips 'idle:-1'
fails 1 '[out-of-range]'
run sim g.animgraph --clips 'idle:1,idle:2'
fails 1 '--clips:1:8: error: two clips' '[duplicate-name]'
run sim g.animgraph --clips 'idle:1@step'
fails 1 '@name=time'
run sim g.animgraph --clips 'idle:1@step=2'
fails 1 'inside its clip'
run sim g.animgraph --clips 'idle:1@step=0.5-0.2'
fails 1 'inside its clip'
run sim g.animgraph --clips 'idle:1,'
fails 1 '--clips:1:8: error:'
run sim g.animgraph --clips 'idle:1,walk:1'
ends 0; says '[unknown-clip]'; says '"jump"'
sed 's/"clip": "run"/"clip": "res:\/\/a\/run.anim"/' g.animgraph >h.animgraph
run sim h.animgraph --clips "$clips"
ends 0; silent
conclude
