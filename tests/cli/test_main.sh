#!/bin/bash
# The tool as a whole: commands, help, version, options, what is written where.
. "$(dirname "$0")/common.sh"
graph >g.animgraph

run --version
ends 0; prints "sinew 0.1.0"; silent
run --licenses
ends 0; prints "MIT License"; prints "sinew"; silent
run --help
ends 0; prints "Usage: sinew COMMAND"; silent
run help
ends 0; prints "Usage: sinew COMMAND"
run
ends 2; says "Usage: sinew COMMAND"; empty
run siim
fails 2 'there is no command "siim"; did you mean "sim"?' "[usage]"
run ceck
fails 2 'did you mean "check"?'
run xyzzy
fails 2 'there is no command "xyzzy"'; hides "did you mean"
run --licences
fails 2 'there is no option "--licences"'
run help sim extra
fails 2 'one too many'
run help nothing
fails 2 'there is no command "nothing"'

commands=$("$sinew" --help | sed -n 's/^  \([a-z]*\) .*/\1/p')
for command in $commands; do
    run "$command" --help
    ends 0; prints "Usage: sinew $command"; prints "--help"; silent
    run help "$command"
    ends 0; prints "Usage: sinew $command"
    run "$command" -h
    ends 0
    run "$command" --wrong
    fails 2 'there is no option "--wrong"' "sinew $command --help"
done
for command in info check sim pose plot init; do
    run "$command"
    fails 2 "it needs a" "[usage]"
    run "$command" no-such-folder/nothing
    [ "$command" = init ] && continue
    ends 1; says "no-such-folder/nothing"; says "[file]"; hides "joint"
done

run sim g.animgraph --fsp 30
fails 2 'there is no option "--fsp"; did you mean "--fps"?'
run sim g.animgraph --fps
fails 2 '"--fps" needs a value: N'
run sim g.animgraph --fps abc
fails 2 '"--fps" takes a number, and "abc" is none'
run sim g.animgraph --fps 0x10
fails 2 'takes a number'
run sim g.animgraph --fps nan
fails 2 'takes a number'
run sim g.animgraph --fps 0
fails 2 '"--fps" takes a number from'
run sim g.animgraph --duration -1
fails 2 '"--duration" takes a number from'
run sim g.animgraph --fps 1000000 --duration 10000000
fails 2 "frames"
run sim g.animgraph other.animgraph
fails 2 '"other.animgraph" is one too many'
run sim g.animgraph --clips "$clips" --clips "$clips"
fails 2 '"--clips" is given twice'
run sim g.animgraph --clips "$clips" --rig "$rig"
fails 2 'not both'
run check --json=yes g.animgraph
fails 2 '"--json" takes no value'
run sim --clips="$clips" --duration=0.1 -- g.animgraph
ends 0; lines 6; silent
cp g.animgraph ./-dash.animgraph
run sim --clips "$clips" -- -dash.animgraph
ends 0
run sim -dash.animgraph
fails 2 'there is no option "-dash.animgraph"'

# Names with control characters stay in one line of plain text.
run info "$(printf 'a\033[31m\nb')"
ends 1
holds "one line of message" [ "$("$sinew" info "$(printf 'a\033[31m\nb')" 2>&1 | wc -l)" = 1 ]

# A clip that is not there, and one that was meant.
run check g.animgraph --clips "${clips/idle/idel}"
ends 0; says 'the model has no clip "idle"; what lies below shows in its place. Did you mean "idel"?'
run check g.animgraph --clips "zzzzzzzz:1"
ends 0; says "rename it here or in the model"

# A file of another kind is told from a broken one.
hero=$SINEW_BUILD_DIR/hero
run sim "$hero.glb"
fails 1 "hero.glb: error: this is a glTF model, not a graph" "[refused]"
run info "$hero.clips.json"
ends 1; says "is read with the model that it stands beside"
run pose g.animgraph --clip 0 --time 0
fails 1 "g.animgraph:1:1: error: this is a graph, not a model"
run sim g.animgraph --rig "$hero.clips.json"
fails 1 "give the glTF file that it stands beside"

# What cannot be written is an error.
what="to a full disk"
"$sinew" sim g.animgraph --clips "$clips" >/dev/full 2>err; status=$?; : >out
ends 1; says "could not be written"
"$sinew" --help >/dev/full 2>err; status=$?
ends 1; says "could not be written"
what="to a reader that went away"
"$sinew" sim g.animgraph --clips "$clips" --duration 100 2>err | head -1 >/dev/null; status=${PIPESTATUS[0]}
ends 141; silent
"$sinew" sim g.animgraph --clips "$clips" --duration 100 --out - 2>err | true; status=${PIPESTATUS[0]}
ends 141; silent
what="to a closed output"
"$sinew" --version >&- 2>err; status=$?
ends 1; says "could not be written"
run sim g.animgraph --clips "$clips" --out /dev/full
fails 1 "could not be written"
run sim g.animgraph --clips "$clips" --out no/such/folder/x
fails 1 "could not be opened for writing"

# What a run reads it does not write over, whatever the name.
cp "$hero.glb" own.glb
cp "$hero.clips.json" own.clips.json
echo '0 set speed 1' >own.txt
cp g.animgraph own.animgraph
ln -s own.animgraph link.animgraph
sinew_sums() { cat own.glb own.clips.json own.txt own.animgraph | cksum; }
before=$(sinew_sums)
also="it is also an input; write to another file"
own() {
    run "$@"
    fails 1 "$also"
}
own bake own.glb own.animgraph -o own.glb
own bake own.glb own.animgraph -o ./own.animgraph
own bake own.glb -o own.clips.json
own sim own.animgraph --clips "$clips" --out own.animgraph
own sim own.animgraph --clips "$clips" --out link.animgraph
own sim own.animgraph --clips "$clips" --script own.txt --out "$PWD/own.txt"
own sim own.animgraph --rig own.glb --out own.clips.json
own sim own.animgraph --rig own.glb --save-at 0.5 --save own.glb
own plot own.animgraph --clips "$clips" --out own.animgraph
run_with own.txt sim own.animgraph --clips "$clips" --script - --out own.txt
fails 1 "$also"
run sim own.animgraph --clips "$clips" --save-at 0.5 --save own.state
ends 0
own sim own.animgraph --clips "$clips" --restore own.state --out own.state
holds "the inputs are as they were" [ "$before" = "$(sinew_sums)" ]
conclude
