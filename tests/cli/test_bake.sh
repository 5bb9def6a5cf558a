#!/bin/bash
# sinew bake, and banks in place of models and graphs.
. "$(dirname "$0")/common.sh"
graph >g.animgraph
cp "$rig" "$(dirname "$rig")/rig.clips.json" .
hero=$SINEW_BUILD_DIR/hero.glb
cp "$root/examples/character/hero.animgraph" "$root/examples/character/minute.txt" .
cp "$hero" hero.glb

run bake hero.glb hero.animgraph -o hero.bank
ends 0; silent; prints 'hero: 26 joints, 15 clips'; prints 'worst mm'; prints '1 model, 1 graph, 15 clips of '
holds "nothing is left beside the bank" [ "$(ls hero.bank*)" = hero.bank ]
for jobs in 1 2 5; do
    run bake hero.glb hero.animgraph -o jobs.bank --jobs $jobs
    ends 0; holds "the same bank of $jobs jobs" cmp -s hero.bank jobs.bank
done
run bake hero.glb hero.animgraph -o small.bank --tier compact --json
ends 0; silent; is_json; prints '"tier":"compact"'; prints '"graphs":["hero"]'
holds "compact is smaller" [ "$(wc -c <small.bank)" -lt "$(($(wc -c <hero.bank) * 2 / 3))" ]
run bake hero.glb -o - --jobs 2
ends 0; says '1 model, 0 graphs'
cp out dash.bank
run bake hero.glb -o file.bank
ends 0; holds "standard output is the same" cmp -s dash.bank file.bank
run bake hero.glb -o full.bank --meshes
ends 0; holds "meshes make it larger" [ "$(wc -c <full.bank)" -gt "$(($(wc -c <file.bank) + 100000))" ]
run bake rig.gltf -o rig.bank --error 5
ends 0; prints 'rig: '
run bake rig.gltf hero.bank -o both.bank
ends 0; prints '2 models, 1 graph'
run info both.bank
ends 0; silent; prints 'Model rig: '; prints 'Model hero: 26 joints, 15 clips'; prints 'Graph hero: 11 parameters, 3 layers, for hero'
run info both.bank --json
ends 0; silent; is_json; prints '"kind":"bank","intact":true'; prints '{"name":"hero","model":"hero"}'

# What no keys hold is told by the clip's name; steps, which are no fault of the file's, are not.
cat >uneven.py <<'P'
import base64, json, math, struct
data, accessors, animations = b"", [], []
def put(values, kind, width):
    global data
    accessors.append({"bufferView": len(accessors), "componentType": 5126, "count": len(values) // width, "type": kind})
    if width == 1: accessors[-1].update(min=[values[0]], max=[values[-1]])
    data += struct.pack("<%df" % len(values), *values)
    return len(accessors) - 1
for name, apart, how in ("uneven", (0.0011, 0.0173, 0.031), "LINEAR"), ("stepped", (0.1,), "STEP"):
    samplers = []
    for joint in range(2):
        times, turns = [0.0], []
        for key in range(1, 40): times.append(times[-1] + apart[(key * key + joint) % len(apart)])
        for key in range(40): turns += [0, 0, math.sin(key * key % 7 - 3), math.cos(key * key % 7 - 3)]
        samplers.append({"input": put(times, "SCALAR", 1), "output": put(turns, "VEC4", 4), "interpolation": how})
    animations.append({"name": name, "samplers": samplers,
                       "channels": [{"sampler": i, "target": {"node": i, "path": "rotation"}} for i in range(2)]})
views, at = [], 0
for a in accessors:
    size = a["count"] * (4 if a["type"] == "SCALAR" else 16)
    views.append({"buffer": 0, "byteOffset": at, "byteLength": size})
    at += size
uri = "data:application/octet-stream;base64," + base64.b64encode(data).decode()
json.dump({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "animations": animations,
           "nodes": [{"name": "upper", "children": [1]}, {"name": "lower", "translation": [0, 1, 0]}],
           "accessors": accessors, "bufferViews": views, "buffers": [{"byteLength": len(data), "uri": uri}]},
          open("uneven.gltf", "w"))
P
python3 uneven.py
run bake uneven.gltf -o uneven.bank
ends 0; prints 'uneven: 2 joints, 2 clips'
says 'hold 2 of the curves of the clip "uneven" within the error of its tier; they are kept as they are'
holds "nothing of the steps" eval '! grep -q stepped err'
run bake uneven.gltf -o uneven.bank --error 0.5
ends 0; says 'of the clip "uneven" within that error'

# What comes out plays as what went in.
play() {
    run sim "$@" --script minute.txt --duration 60 --joints all --properties
    ends 0; silent
    mv out played
    : >out
}
play hero.animgraph
mv played before
for played in "hero.bank" "both.bank" "both.bank#hero" "hero.animgraph --rig both.bank" "hero.animgraph --rig hero.bank#hero"; do
    # shellcheck disable=SC2086
    play $played
    holds "the same trace of $played" cmp -s before played
done
run check both.bank
ends 0; silent; prints '0 errors, 0 warnings'
run check hero.animgraph --rig both.bank --strict
ends 0; silent
run plot hero.bank --duration 3 --out -
ends 0; silent; prints '<svg'
run pose both.bank#rig --clip walk --time 0.25 --json
ends 0; silent; is_json
run info both.bank#rig
ends 0; silent; prints 'both.bank#rig: a model with '
run info both.bank#hero
ends 0; silent; prints 'Layer'
run bench hero.bank --seconds 0.001
fails 1 'bank'

# States that say nothing but their clips are the least that a graph can end with.
echo '{"version":2,"layers":[{"name":"Base","machine":{"entry":"a","states":{"a":{"clip":"idle"},"b":{"clip":"walk"},"c":{"clip":"run"}}}}]}' >states.animgraph
run bake hero.glb states.animgraph -o states.bank
ends 0; prints '1 model, 1 graph'
run sim states.bank --duration 0.1
ends 0
# A name with a # in it is found as the tool itself writes it.
cp hero.animgraph 'he#ro.animgraph'
run bake hero.bank 'he#ro.animgraph' -o marked.bank
ends 0
for played in 'marked.bank#he#ro' 'marked.bank#hero'; do
    run sim "$played" --duration 0.1
    ends 0
done
cp marked.bank 'mark#ed.bank'
run sim 'mark#ed.bank#he#ro' --duration 0.1
ends 0

# What is refused, and what is not written then.
run pose both.bank
fails 1 'the bank has 2 models; say which: "both.bank#rig"'
run pose both.bank#hera
fails 1 'the bank has no model "hera"; did you mean "hero"?'
run bake hero.glb
fails 2 'give one with -o'
run bake hero.glb -o x.bank --tier exact
fails 2 'is fast or compact'
run bake hero.glb -o x.bank --error 0
fails 2 'from 0.001 to 1000'
run bake hero.glb hero.bank -o x.bank
fails 1 'another model is called "hero" too'
run bake hero.glb missing.animgraph -o x.bank
fails 1 'could not be opened'
run bake hero.glb -o nowhere/x.bank
fails 1 'could not be opened for writing'
if [ -c /dev/full ]; then
    run bake hero.bank -o /dev/full
    fails 1 'could not be written: No space left on device'
fi
echo '{"walk":{"events":[{"time":-1,"name":"a"}]}}' >rig.clips.json
run bake rig.gltf -o x.bank
fails 1 'seconds from 0 on'
holds "no bank was written" [ ! -e x.bank ]
printf 'what was there' >old.bank
run bake missing.glb -o old.bank
ends 1; holds "what was there stays" grep -q 'what was there' old.bank
head -c 1000 hero.bank >cut.bank
run info cut.bank
fails 1 'the bank is cut: 1000 of its '
cp hero.bank changed.bank
printf 'x' | dd of=changed.bank bs=1 seek=$(($(wc -c <hero.bank) - 3)) conv=notrunc 2>/dev/null
run check changed.bank
ends 0; says 'not as it was written'
run check changed.bank --strict
ends 1; says 'not as it was written'
run info changed.bank
ends 0; prints 'not as it was written'
run sim hero.animgraph --rig hero.animgraph
ends 1

# A graph is checked with the model that it is for, before there is a bank.
sed 's/"mask": *"[^"]*"/"mask": "tail"/' hero.animgraph >mask.animgraph
run bake hero.glb mask.animgraph -o mask.bank
fails 1 'mask.animgraph:' 'has a mask "tail"' '[unknown-mask]'
holds "no bank of a graph that cannot play" [ ! -e mask.bank ]
sed 's/"clip": *"idle"/"clip": "idel"/' hero.animgraph >clip.animgraph
run bake hero.glb clip.animgraph -o clip.bank
ends 0; says 'clip.animgraph:'; says 'the model has no clip "idel"'; says '[unknown-clip]'
sed 's/.*warning/warning/' err | sort >of.bake
run check clip.bank
sed 's/.*warning/warning/' err | sort >of.check
holds "bake says what check says" cmp of.bake of.check

# One that is for a model that is not in the bank.
cp hero.glb a.glb
cp hero.glb b.glb
run bake a.glb b.glb hero.animgraph -o ab.bank
ends 0; says 'hero.animgraph: warning: the bank lacks the model "hero.glb" that the graph "hero" is for'
run check ab.bank
ends 0; silent; prints 'The bank has no model for its graph "hero"'
for command in sim plot; do
    run $command ab.bank # though hero.glb lies beside it
    fails 1 'ab.bank: error: the bank lacks the model "hero.glb" that its graph "hero" is for'
done
run sim ab.bank --rig ab.bank#b
ends 0; silent
run check ab.bank --rig a.glb
ends 0; silent; prints '0 errors, 0 warnings'

# What does not change what it seems to change, and what is given twice.
run bake hero.bank -o again.bank --tier compact --error 5
ends 0; says 'hero.bank: warning: what is in a bank goes in as it is, whatever "--tier" or "--error" says'
run bake hero.bank -o again.bank --error 5
ends 0; says 'whatever "--error" says'
run bake hero.bank -o again.bank
ends 0; silent
for twice in hero.glb ./hero.glb hero.bank; do
    run bake "${twice#./}" "$twice" -o x.bank
    fails 1 "$twice: error: it is given twice"
done
run bake hero.animgraph hero.animgraph -o x.bank
fails 1 'hero.animgraph: error: it is given twice'
python3 -c 'import json,sys; d=json.load(open(sys.argv[1])); d["animations"]=d["animations"][:1]; json.dump(d,open("one.gltf","w"))' "$rig"
run bake one.gltf -o one.bank
ends 0; prints '1 clip of '
run info one.bank
ends 0; prints '1 clip of '; hides '1 clips'
conclude
