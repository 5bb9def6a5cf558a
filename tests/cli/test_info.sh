#!/bin/bash
# sinew info, pose and check.
. "$(dirname "$0")/common.sh"
graph >g.animgraph
cp "$rig" "$(dirname "$rig")/rig.clips.json" .

run info rig.gltf
ends 0; silent; prints_file info_model.txt
run info rig.gltf --json
ends 0; silent; is_json; prints '"kind":"model"'
run info "$root/tests/conformance/own/flag.gltf"
ends 0; silent; prints 'event 0.25 s: sound swish { "volume": 0.5 }'; prints 'event 0.5 to 0.75 s: window high'
prints 'property sprite.image: text'; prints 'property @speed: 1 number'
run info "$root/tests/conformance/own/flag.gltf" --json
ends 0; silent; is_json
prints '"events":[{"time":0.25,"kind":"sound","name":"swish","payload":{ "volume": 0.5 }},{"time":0.5,"end":0.75,"kind":"window","name":"high"}]'
prints '{"component":"sprite","field":"image","text":true}'; prints '{"pointer":"@speed","width":1}'
mkdir marked
cp rig.gltf marked
echo '{"walk":{"root":"motion","rootYaw":true,"events":[{"time":-1,"name":"a"},{"time":99,"name":"b"},{"time":0,"name":"c"}]},
"run":{"root":"hold","rootJoint":"spine","rootAxes":"y"}}' >marked/rig.clips.json
run info marked/rig.gltf
ends 0; prints ' along xz and its turn'; prints 'root held: '; prints 'script c'; says 'marked/rig.clips.json:1:'; says '[out-of-range]'
run info marked/rig.gltf --json
ends 0; is_json; prints '"root":"motion","rootJoint":'; prints '"rootAxes":"xz","rootYaw":true'; prints '"root":"none","events":[]'
run check marked/rig.gltf
ends 1; says 'past the clip'; prints "1 error, 1 warning"
run info g.animgraph --clips "$clips"
ends 0; silent; prints_file info_graph.txt
run info g.animgraph --clips "$clips" --json
ends 0; silent; is_json; prints '"kind":"graph"'; prints '"player":'
run info g.animgraph
ends 0; silent; prints "clips taken as being there"
run info rig.gltf --rig rig.gltf
fails 2 'is a model'
run info g.animgraph --rig rig.gltf --clips "$clips"
fails 2 'not both'
run info .
ends 1; empty

# All that the graph has is in use, so that there is nothing to find.
deep='{ "from": "*", "to": "Deep", "when": [ { "parameter": "armed" }, { "parameter": "lives", "test": ">", "value": 2 } ] }'
graph | sed "s/\"exit\": 0.9 }/&, $deep/" >g.animgraph
run check g.animgraph --clips "$clips"
ends 0; silent; prints "0 errors, 0 warnings"; lines 1
run check g.animgraph
ends 0; prints "0 errors, 0 warnings"; prints "taken as being there"
run check rig.gltf
ends 0; prints "0 errors, 0 warnings"
run check g.animgraph --clips idle:1
ends 0; says '[unknown-clip]'; says 'g.animgraph:14:'; says 'warning:'; prints "0 errors, 3 warnings"
run check g.animgraph --clips idle:1 --strict
ends 1; says '[unknown-clip]'; says 'error:'
run check g.animgraph --clips idle:1 --json
ends 0; is_json; silent; prints '"code":"unknown-clip"'; prints '"warnings":3'
sed 's/"to": "Jump"/"to": "Jmp"/; s/"parameter": "speed"/"parameter": "sped"/' g.animgraph >bad.animgraph
run check bad.animgraph --clips "$clips"
ends 1; says 'bad.animgraph:19:32: error:'; says '"Jmp"'; says 'bad.animgraph:14:49: error:'; prints "2 errors, 0 warnings"
run check bad.animgraph --json
ends 1; is_json; prints '"errors":2'; prints '"line":19,"column":32'; prints '"path":"layers[0].machine.transitions[0].to"'
run check bad.animgraph --rig missing.glb
ends 1; says 'missing.glb'; says '"Jmp"'
run check rig.gltf --clips "$clips"
fails 2 'is a model'
echo 'not a model' >text.glb
run check text.glb
ends 1; says "text.glb"; prints "1 error"
: >empty.animgraph
run check empty.animgraph
ends 1; says "empty.animgraph:1:1"; says "[syntax]"

run pose rig.gltf
ends 0; silent; prints_file pose_rest.txt
run pose rig.gltf --clip walk --time 0.3
ends 0; silent; prints_file pose_walk.txt
run pose rig.gltf --clip walk --time 0.3 --json
ends 0; silent; is_json; prints '{"joints":['; prints '"weights":['
cp out by_name
index=$("$sinew" info rig.gltf | awk '$2 == "walk" { print $1; exit }')
run pose rig.gltf --clip "$index" --time 0.3 --json
cp out by_index
holds "a clip by index is the same" cmp by_index by_name
run pose rig.gltf --clip walk --time 1e6 --json
ends 0; is_json
run pose rig.gltf --clip wolk
fails 1 'the model has no clip "wolk"' 'did you mean "walk"?' '[unknown-clip]'
run pose rig.gltf --clip 999
fails 1 'no clip "999"'
run pose rig.gltf --time 1
fails 2 '"--time" needs a clip'
run pose rig.gltf --clip walk --time abc
fails 2 'takes a number'
run pose g.animgraph
fails 1 'g.animgraph'
head -c 300 rig.gltf >cut.gltf
run pose cut.gltf
fails 1 'cut.gltf' '[syntax]'
conclude
