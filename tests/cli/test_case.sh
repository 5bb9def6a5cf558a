#!/bin/bash
# sinew sim --case: what passes, what fails and how that is told, and cases that are wrong themselves.
. "$(dirname "$0")/common.sh"

# case NAME FIELDS [EXPECT]: a small case in NAME.json.
case_file() {
    printf '{ "about": "a test",\n  "graph": %s,\n  "clips": "idle:1.0,walk:0.8", %s }\n' \
        '{"version": 2, "parameters": {"go": {"type": "trigger"}}, "layers": [{"name": "Base", "machine": {"states": {"A": {"clip": "idle"}, "B": {"clip": "walk"}}, "transitions": [{"from": "A", "to": "B", "when": [{"parameter": "go"}], "fade": 0.1}]}}]}' \
        "$2" >"$1.json"
}

case_file good '"script": ["0.5 fire go"], "frames": 60, "expect": [
  { "frame": 31, "layers": [ { "state": "B", "transition": { "from": "A", "t": 0.166667 } } ], "parameters": { "go": false },
    "signals": [ { "at": 0, "layer": 0, "transition": ["A", "B"] }, { "at": 0, "layer": 0, "entered": "B" } ] },
  { "frame": 31, "time": 0.516667 },
  { "frame": 60, "samples": [ { "layer": 0, "clip": "walk", "weight": 1, "additive": false } ], "events": [], "root": [0, 0, 0] } ]'
run sim --case good.json
ends 0; prints "1 passed, 0 failed"; lines 1; silent

# Every kind of difference is seen, told with its frame, and counted.
differs() {
    case_file wrong "\"script\": [\"0.5 fire go\"], \"expect\": [ { \"frame\": 31, $1 } ]"
    run sim --case wrong.json
    ends 1; prints "wrong.json:3:"; prints "frame 31: $2"; prints "wrong.json: failed"; prints "0 passed, 1 failed"
}
differs '"layers": [ { "state": "A" } ]' 'layers[0].state: expected "A", got "B"'
differs '"layers": [ { "progress": 0.0205 } ]' 'layers[0].progress: expected 0.0205, got 0.0208'
differs '"layers": [ { "transition": null } ]' 'layers[0].transition: expected null, got {"from":"A"'
differs '"layers": [ { "transition": { "t": 0.2 } } ]' 'layers[0].transition.t: expected 0.2, got'
differs '"layers": [ {}, {} ]' 'layers has 1 entries, expected 2'
differs '"layers": [ { "stat": "B" } ]' 'layers[0].stat: expected "B", got nothing'
differs '"samples": [ { "clip": "idle" } ]' 'samples has 2 entries, expected 1'
differs '"samples": [ { "clip": "walk" }, { "clip": "idle" } ]' 'samples[0].clip: expected "walk", got "idle"'
differs '"samples": [ {}, { "weight": 0.1668 } ]' 'samples[1].weight: expected 0.1668, got'
differs '"samples": [ {}, { "additive": true } ]' 'samples[1].additive: expected true, got nothing'
differs '"signals": []' 'signals has 2 entries, expected 0'
differs '"signals": [ {}, { "entered": "A" } ]' 'signals[1].entered: expected "A", got "B"'
differs '"signals": [ { "transition": ["A", "A"] }, {} ]' 'signals[0].transition[1]: expected "A", got "B"'
differs '"events": [ { "name": "step" } ]' 'events has 0 entries, expected 1'
differs '"parameters": { "go": true }' 'parameters.go: expected true, got false'
differs '"time": 0.5' 'time: expected 0.5, got 0.516666667'
differs '"root": [0, 0, 1]' 'root[2]: expected 1, got 0'
differs '"joints": { "head": [] }' '.joints: expected'

case_file within '"within": 0.1, "expect": [ { "frame": 30, "layers": [ { "progress": 0.55 } ] } ]'
run sim --case within.json
ends 0
case_file within '"expect": [ { "frame": 30, "within": 0.1, "layers": [ { "progress": 0.55 } ] }, { "frame": 31, "layers": [ { "progress": 0.55 } ] } ]'
run sim --case within.json
ends 1; prints "frame 31"; hides "frame 30"

# Cases that are wrong.
wrong() {
    case_file wrong "$1"
    run sim --case wrong.json
    ends 1; says "$2"; prints "0 passed, 1 failed"
}
wrong '"expct": []' 'a case has no field "expct"; did you mean "expect"?'
wrong '"frames": 60' 'a case needs "expect" or "expectError"'
wrong '"expect": []' 'a case needs "expect"'
wrong '"expect": [ { "frame": 61, "events": [] } ]' 'names a frame of the run'
wrong '"expect": [ { "frame": 1.5, "events": [] } ]' 'names a frame of the run'
wrong '"expect": [ { "events": [] } ]' 'names a frame of the run'
wrong '"expect": [ { "frame": 2 } ]' 'checks nothing'
wrong '"expect": [ { "frame": 2, "layer": [] } ]' 'has no field "layer"; did you mean "layers"?'
wrong '"expect": [ { "frame": 2, "events": [] }, { "frame": 1, "events": [] } ]' 'in order of their frames'
wrong '"expect": { }' '"expect" takes a list'
wrong '"fps": "60", "expect": []' '"fps" takes a number'
wrong '"fps": 0, "expect": []' '"fps" is out of range'
wrong '"rig": "x.glb", "expect": [ { "frame": 1, "events": [] } ]' 'not both'
wrong '"script": [ 1 ], "expect": [ { "frame": 1, "events": [] } ]' 'a text in quotes'
wrong '"script": [ "0 fire gu" ], "expect": [ { "frame": 1, "events": [] } ]' 'wrong.json:3:53: error: there is no parameter "gu"; did you mean "go"?'
case_file wrong '"expectError": "unknown-state"'
run sim --case wrong.json
ends 1; prints 'expected an error with "unknown-state", got none'

# Stacks: their fields, what the stack refuses, findings of an entry's graph, what differs.
stack_case() {
    printf '{ "clips": "idle:1.0,walk:0.8", "fps": 10, "frames": 2,\n  "stack": %s,\n  "expect": [ { "frame": 1, %s } ] }\n' \
        "$1" "$2" >stack.json
    run sim --case stack.json
}
stack_case '[ { "script": ["0 track 0 idle"] }, { "weight": 0.5, "from": 0.1 } ]' '"layers": [ { "entry": 0, "state": "idle" } ]'
ends 0; prints "1 passed"
stack_case '[ {} ]' '"layers": [ { "entry": 1 } ]'
ends 1; prints 'frame 1: layers[0].entry: expected 1, got 0'
stack_wrong() {
    stack_case "$1" '"events": []'
    ends 1; says "$2"; prints "0 passed, 1 failed"
}
stack_wrong '[ { "wieght": 1 } ]' 'a case has no field "wieght"; did you mean "weight"?'
stack_wrong '[]' 'a stack has 1 to 1024 entries'
stack_wrong '{}' '"stack" takes a list'
stack_wrong '[ 1 ]' 'an entry of a stack is an object'
stack_wrong '[ { "weight": 2 } ]' '"weight" is out of range'
stack_wrong '[ { "speed": "2" } ]' '"speed" takes a number'
stack_wrong '[ { "from": -1 } ]' '"from" is out of range'
stack_wrong '[ { "blend": "add" } ]' '"blend" is "replace" or "additive"'
stack_wrong '[ { "rootMotion": 1 } ]' '"rootMotion" takes true or false'
stack_wrong '[ { "mask": "arms" } ]' 'arms'
stack_wrong '[ { "script": ["0 track 0 idl"] } ]' 'stack.json:2:38: error: there is no clip "idl"; did you mean "idle"?'
stack_wrong '[ {}, { "graph": {"version": 2, "layers": [{"name": "L", "machine": {"states": {"A": {"clip": "idle"}}, "transitions": [{"from": "A", "to": "Q"}]}}]} } ]' 'stack.json:2:'
says 'unknown-state'
sed 's/"expect":.*/"expectError": "unknown-state" }/' stack.json >stack-error.json
run sim --case stack-error.json
ends 0; prints "1 passed"
stack_wrong '[ {} ], "script": []' 'of their own'

sed 's/"to": "B"/"to": "Bee"/' good.json >state.json
run sim --case state.json
ends 1; says 'state.json:2:'; says '[unknown-state]'; says 'did you mean "B"?'
sed 's/"script".*/"expectError": "unknown-state" }/; 4,$d' state.json >error.json
run sim --case error.json
ends 0; prints "1 passed"
sed 's/unknown-state/Bee/' error.json >part.json
run sim --case part.json
ends 0
sed 's/unknown-state/unknown-mask/' error.json >other.json
run sim --case other.json
ends 1; prints 'expected an error with "unknown-mask", got others'; says 'unknown-state'
sed 's/idle:1.0/idle/' good.json >clips.json
run sim --case clips.json
ends 1; says 'clips.json:3:13: error: a clip is written'

# Files and folders.
mkdir cases
cp good.json cases/b.json
cp wrong.json cases/a.json
echo '{}' >cases/rig.clips.json
echo 'not a case' >cases/README
run sim --case cases
ends 1; prints "1 passed, 1 failed"
run sim --case cases/rig.clips.json x.gltf good.json
ends 0; prints "1 passed, 0 failed"
run sim --case cases/rig.clips.json
ends 1; says "no case was named"; prints "0 passed, 0 failed"
mkdir none
run sim --case none
ends 1; says "no case"
run sim --case nothing.json
ends 1; says "nothing.json"; prints "0 passed, 1 failed"
run sim --case
fails 2 "it needs"
run sim --case good.json --fps 30
ends 0
run sim --case good.json --clips a:1
fails 2 'stands in the case'
head -c 200 good.json >cut.json
run sim --case cut.json
ends 1; says "[syntax]"; prints "0 passed, 1 failed"
run sim --case "$root/tests/conformance" "$root/tests/conformance/poses"
ends 0; prints " passed, 0 failed"
conclude
